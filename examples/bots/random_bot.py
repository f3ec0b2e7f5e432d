#!/usr/bin/env python3
"""The smallest whole bot: any candidate of each decision, by a generator that the game's own seed starts.

Play with it:  gauntlet match mono-red-aggro green-stompy --agent-a "exec:python3 examples/bots/random_bot.py"
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


PROTOCOL = "spellbench/v2"


class Refused(Exception):
    """A request that can't be served: the protocol's word for why, and a sentence."""


def answer_to(request, bot, hello, games):
    """What is answered to a request. `games` has the id of the game that is played."""
    if request.get("protocol") != PROTOCOL:
        raise Refused("protocol_mismatch", f"this bot speaks {PROTOCOL}")
    kind = request.get("request_type")
    if kind == "hello":
        return {"response_type": "hello_ok", "protocol_minor": 0, "bot": hello}
    if kind == "game_start":
        games[:] = [request["game_id"]]
        bot.start(request)
        return {"response_type": "ack"}
    if kind not in ("choose", "game_over"):
        raise Refused("malformed_request", f"no such request: {kind}")
    if request["game_id"] not in games:
        raise Refused("unknown_game", f"the game {request['game_id']} isn't played here")
    if kind == "game_over":
        games.clear()
        return {"response_type": "ack"}
    decision = request["decision"]
    return {"response_type": "choice", "selection": {"candidate_id": bot.choose(decision), "seat_step": decision["seat_step"]}}


def serve(bot, name, version="1"):
    """Answers a host's requests, a line each, until there are no more."""
    hello, games = {"name": name, "version": version}, []
    for line in sys.stdin:
        request = None
        try:
            try:
                request = json.loads(line)
            except ValueError as error:
                raise Refused("malformed_json", f"the line is no JSON: {error}") from error
            if not isinstance(request, dict):
                raise Refused("malformed_request", "a request is an object")
            answer = answer_to(request, bot, hello, games)
        except Refused as refused:
            code, message = refused.args
            answer = {"response_type": "error", "error": {"code": code, "message": message}}
        number = request.get("request_id", "") if isinstance(request, dict) else ""
        print(json.dumps({"protocol": PROTOCOL, "request_id": number, **answer}), flush=True)


if __name__ == "__main__":
    serve(RandomBot(), "random-example")
