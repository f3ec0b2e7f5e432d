#!/usr/bin/env python3
"""A bot with a plan: a land each turn, the most expensive spell it can cast, attacks where it is safe, good blocks, targets on the other side.

It shows how a decision is read: each candidate's `semantic` says what it means, and the objects it names are in the observation.

Play with it:  gauntlet match mono-red-aggro green-stompy --agent-a "exec:python3 examples/bots/curve_bot.py"
"""

import random

from random_bot import serve


def objects(observation):
    """All objects that are seen, by their ids."""
    found = {entry["object_id"]: entry for entry in observation["stack"]}
    for player in observation["players"]:
        for zone in ("hand", "battlefield", "graveyard", "exile", "command"):
            found.update((record["object_id"], record) for record in player[zone] or [])
    return found


def size(record):
    """Power and toughness of a creature; nothing of other things."""
    values = (record or {}).get("characteristics") or {}
    return values.get("power") or 0, values.get("toughness") or 0


class CurveBot:
    def start(self, request):
        self.random = random.Random(request["agent_seed"])

    def choose(self, decision):
        seen = decision["observation"]
        self.seen, self.objects = seen, objects(seen)
        self.own = decision["acting_seat"]
        worth = [self.worth(candidate["semantic"]) for candidate in decision["candidates"]]
        best = max(worth)
        return self.random.choice([place for place, value in enumerate(worth) if value == best])

    def worth(self, semantic):
        """How much a candidate is worth; what isn't known here is worth nothing, which is what passing is worth."""
        rule = getattr(self, semantic["kind"], None)
        return rule(semantic) if rule else 0

    def record(self, reference):
        return self.objects.get(reference["object_id"]) if reference else None

    def play_land(self, semantic):
        return 100

    def cast_spell(self, semantic):
        values = (self.record(semantic["source"]) or {}).get("characteristics") or {}
        return 10 + values.get("mana_value", 0)

    def mulligan(self, semantic):
        hand = self.seen["players"][0 if self.own == "p0" else 1]["hand"]
        lands = sum("land" in record["characteristics"]["types"] for record in hand)
        good = 2 <= lands <= 5 or semantic["hand_size"] <= 5
        return 1 if semantic["keep"] == good else 0

    def choose_target(self, semantic):
        target = semantic["target"]
        if "player" in target:
            return 5 if target["player"] != self.own else -5
        record = self.record(target["object"]) or {}
        power, toughness = size(record)
        return (power + toughness + 1) * (1 if record.get("controller_seat") != self.own else -1)

    def optional_cost(self, semantic):
        return 1 if semantic["pay"] else 0

    def choose_boolean(self, semantic):
        return 1 if semantic["value"] else 0

    def declare_attack(self, semantic):
        if semantic["defender"] is None:
            return 0
        power, toughness = size(self.record(semantic["attacker"]))
        other = self.seen["players"][1 if self.own == "p0" else 0]
        blockers = [size(record) for record in other["battlefield"] if not record["permanent"]["tapped"]]
        safe = all(their_power < toughness or their_toughness <= power for their_power, their_toughness in blockers)
        return 1 if power > 0 and safe else -1

    def declare_block(self, semantic):
        if semantic["attacker"] is None:
            return 0
        power, toughness = size(self.record(semantic["blocker"]))
        their_power, their_toughness = size(self.record(semantic["attacker"]))
        if toughness > their_power:
            return 2
        return 1 if power >= their_toughness and power <= their_power else -1


if __name__ == "__main__":
    serve(CurveBot(), "curve-example")
