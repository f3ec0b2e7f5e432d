#!/usr/bin/env python3
"""The smallest whole bot: any candidate of each decision, by a generator that the game's own seed starts.

Play with it:  gauntlet match mono-red-aggro mono-green-ramp --agent-a "exec:python3 examples/bots/random_bot.py"
"""

import json
import random
import sys


class RandomBot:
    """What the bot remembers of a game, and how it chooses."""

    def start(self, request):
        self.random = random.Random(request["agent_seed"])

    def choose(self, decision):
        return self.random.randrange(len(decision["candidates"]))


def serve(bot, name, version="1"):
    """Answers a host's requests, a line each, until there are no more."""
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"protocol": "spellbench/v2", "request_id": request["request_id"], "response_type": "ack"}
        kind = request["request_type"]
        if kind == "hello":
            answer["response_type"] = "hello_ok"
            answer["protocol_minor"] = 0
            answer["bot"] = {"name": name, "version": version}
        elif kind == "game_start":
            bot.start(request)
        elif kind == "choose":
            decision = request["decision"]
            answer["response_type"] = "choice"
            answer["selection"] = {"candidate_id": bot.choose(decision), "seat_step": decision["seat_step"]}
        elif kind != "game_over":
            answer["response_type"] = "error"
            answer["error"] = {"code": "malformed_request", "message": "no such request: " + kind}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    serve(RandomBot(), "random-example")
