#!/usr/bin/env python3
"""Learns what positions of Magic are worth from games that `gauntlet export --features value` wrote.

    gauntlet export decks/ LISTS/... --games 2 --features value --skip-unplayable --out games
    python/train/value.py games --out value.bin
    gauntlet ladder mc mc:value=value.bin --decks decks

Decks are split in three by their names and the seed. What is reported is measured on games between two decks of the held-out part, none of whose
games the model or the choice of its size has seen. The same files, options and versions of the libraries give the same model, byte for byte.

Needs numpy, pyarrow and lightgbm (`pip install -r python/train/requirements.txt`).
"""

import argparse
import hashlib
import json
import pathlib
import struct
import sys

import lightgbm
import numpy as np
import pyarrow.parquet as pq

# As in ai/src/heuristic/learned/model.rs.
MAGIC = b"GAUNTVAL"
FORMAT = 1
UNIT = 4096
MOST_BYTES = 1 << 20

# Which games a deck's are: of a pair of decks, the later of the two.
TRAINING, VALIDATION, HELD_OUT, MIXED = range(4)
RESULTS = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("exports", nargs="+", type=pathlib.Path, metavar="DIR", help="what gauntlet export wrote")
    parser.add_argument("--out", type=pathlib.Path, required=True, metavar="FILE", help="the file for the model")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE", help="what was measured, as JSON")
    parser.add_argument("--rows-for-tests", type=pathlib.Path, metavar="FILE", help="a few rows with what the model says of them")
    parser.add_argument("--seed", type=int, default=1, help="of the split of decks, the choice of rows and the trees")
    parser.add_argument("--rows", type=int, default=20, help="decisions taken of each game")
    parser.add_argument("--trees", type=int, default=128, help="at most")
    parser.add_argument("--depth", type=int, default=6, help="of each, from 1 to 8")
    parser.add_argument("--rate", type=float, default=0.12, help="how much each tree counts")
    parser.add_argument("--threads", type=int, default=2)
    args = parser.parse_args()

    names, version, data = read(args.exports, args.rows, args.seed)
    model, report = train(names, data, args)
    trees = [complete(tree["tree_structure"], args.depth) for tree in model.dump_model()["tree_info"]]
    # LightGBM puts what it starts from into the leaves of the first tree.
    base, trees = centred(trees)
    write(args.out, names, version, args.depth, base, trees)
    held_out = data["part"] == HELD_OUT
    rows, results = data["rows"][held_out], data["result"][held_out]
    odds = walk(base, trees, rows, args.depth)
    differ = np.abs(odds / UNIT - model.predict(rows, raw_score=True)).max()
    if differ > 0.05:
        sys.exit(f"the whole numbers of the file differ by {differ} from what was trained: lower --trees or --rate")
    report |= measure(data, held_out, odds)
    report["file"] = {"bytes": args.out.stat().st_size, "sha256": hashlib.sha256(args.out.read_bytes()).hexdigest(), "rounding": float(differ)}
    if args.rows_for_tests:
        write_rows(args.rows_for_tests, names, rows, odds, results)
    if args.report:
        args.report.write_text(json.dumps(report, indent=1) + "\n")
    tell(report)


def part_of(deck, seed):
    """Which part a deck belongs to: a fifth is held out, a tenth says how many trees are enough. Lists that are called alike stay together:
    where a name isn't enough, decks are named by their files."""
    name = pathlib.PurePath(deck).stem if "/" in deck else deck
    number = int.from_bytes(hashlib.sha256(f"{seed}:{name}".encode()).digest()[:4], "big") % 10
    return HELD_OUT if number < 2 else VALIDATION if number < 3 else TRAINING


def read(exports, most, seed):
    """Some decisions of each game: `rows` of features, `result`, `part`, `game`, `turn`, `agent`."""
    first, columns = None, {name: [] for name in ("rows", "result", "part", "game", "turn")}
    decks, games = {}, 0
    for number, export in enumerate(exports):
        about = json.loads((export / "export.json").read_text())
        features = about.get("features")
        if features is None:
            sys.exit(f"{export} has encodings and not the features of positions: export with --features value")
        kind = (features["version"], features["names"])
        if kind != (first := first or kind):
            sys.exit(f"{export} has other features than {exports[0]}: export both with the same program")
        names = first[1]
        for file in about["files"]:
            table = pq.read_table(export / file["file"], columns=["game", "turn", "deck", "opponent", "result", "features"])
            game = table["game"].to_numpy()
            # In an order of its own, then so many of each game.
            order = np.random.default_rng([seed, number, int(file["file"][-13:-8])]).permutation(len(game))
            order = order[np.argsort(game[order], kind="stable")]
            starts = np.r_[0, np.flatnonzero(np.diff(game[order])) + 1]
            rank = np.arange(len(order)) - np.repeat(starts, np.diff(np.r_[starts, len(order)]))
            chosen = np.sort(order[rank < most])
            table = table.take(chosen)
            struct_ = table["features"].combine_chunks()
            columns["rows"].append(np.stack([struct_.field(name).to_numpy().astype(np.int16) for name in names], axis=1))
            columns["result"].append(np.array([RESULTS[result] for result in table["result"].to_pylist()]))
            columns["game"].append(table["game"].to_numpy() + games)
            columns["turn"].append(table["turn"].to_numpy())
            pairs = zip(table["deck"].to_pylist(), table["opponent"].to_pylist())
            of = lambda deck: decks.setdefault(deck, part_of(deck, seed))
            columns["part"].append(np.array([joint(of(deck), of(opponent)) for deck, opponent in pairs]))
        games += about["games"] + about["failed"] + about["forfeited"]
    data = {name: np.concatenate(arrays) for name, arrays in columns.items()}
    counts = [sum(part == which for part in decks.values()) for which in (TRAINING, VALIDATION, HELD_OUT)]
    if not all((data["part"] == which).any() for which in (TRAINING, VALIDATION, HELD_OUT)):
        sys.exit(f"of {len(decks)} decks {counts} are for training, validation and held out: too few for games of each kind, export more decks")
    data["decks"], data["held_out"] = counts, sorted(deck for deck, part in decks.items() if part == HELD_OUT)
    return names, first[0], data


def joint(one, other):
    """What a game between decks of these parts is for. Where a held-out deck met another, it is for nothing."""
    if HELD_OUT in (one, other):
        return HELD_OUT if one == other else MIXED
    return max(one, other)


def train(names, data, args):
    parameters = {
        "objective": "cross_entropy",
        "learning_rate": args.rate,
        "max_depth": args.depth,
        "num_leaves": 2**args.depth,
        "min_data_in_leaf": 200,
        "lambda_l2": 5.0,
        "feature_fraction": 0.6,
        "bagging_fraction": 0.7,
        "bagging_freq": 1,
        "max_bin": 255,
        "seed": args.seed,
        "deterministic": True,
        "force_row_wise": True,
        "num_threads": args.threads,
        "verbosity": -1,
    }
    sets = []
    for part in (TRAINING, VALIDATION):
        of = data["part"] == part
        sets.append(lightgbm.Dataset(data["rows"][of].astype(np.float64), data["result"][of], feature_name=list(names)))
    stop = lightgbm.early_stopping(20, verbose=False)
    model = lightgbm.train(parameters, sets[0], args.trees, valid_sets=[sets[1]], callbacks=[stop])
    model = lightgbm.Booster(model_str=model.model_to_string(num_iteration=model.best_iteration))
    gains = sorted(zip(model.feature_importance("gain"), names), reverse=True)
    whole = sum(gain for gain, _ in gains)
    report = {
        "lightgbm": lightgbm.__version__,
        "seed": args.seed,
        "decks": dict(zip(("training", "validation", "held_out"), data["decks"])),
        "held_out_decks": data["held_out"],
        "games": {
            name: int(len(np.unique(data["game"][data["part"] == part])))
            for name, part in (("training", TRAINING), ("validation", VALIDATION), ("held_out", HELD_OUT))
        },
        "rows": {
            name: int((data["part"] == part).sum())
            for name, part in (("training", TRAINING), ("validation", VALIDATION), ("held_out", HELD_OUT))
        },
        "trees": model.num_trees(),
        "features": [[name, round(float(gain / whole), 4)] for gain, name in gains],
    }
    # The hand-made judge's difference as a probability, by what fits best in training: a logistic curve of the value that searches use of it.
    of, standing = data["part"] == TRAINING, list(names).index("standing")
    report["hand_fit"] = [float(number) for number in logistic_fit(hand(data["rows"][:, standing])[of], data["result"][of])]
    data["hand"] = 1 / (1 + np.exp(-(report["hand_fit"][0] + report["hand_fit"][1] * hand(data["rows"][:, standing]))))
    return model, report


def hand(standing):
    """The value that the hand-made judge gives, as the logarithm of odds (ai/src/heuristic/position.rs; `scale` of the default weights is 220)."""
    difference = np.clip(standing, -30000, 30000).astype(np.float64)
    value = 0.5 + 0.5 * difference / (np.abs(difference) + 220)
    return np.log(value / (1 - value))


def logistic_fit(x, y):
    """Where and how steep, by Newton's method."""
    design, weights = np.stack([np.ones_like(x), x], axis=1), np.zeros(2)
    for _ in range(25):
        p = 1 / (1 + np.exp(-design @ weights))
        hessian = design.T @ (design * (p * (1 - p))[:, None])
        weights += np.linalg.solve(hessian, design.T @ (y - p))
    return weights


def complete(node, depth):
    """A tree of LightGBM as one of which each level is full: its questions by levels, its leaves."""
    questions, level = [], [node]
    for _ in range(depth):
        below = []
        for node in level:
            if "leaf_value" in node:
                # Never greater: always to the left, where the leaf comes once more.
                questions.append((0, 32767))
                below += [node, node]
            else:
                if node["decision_type"] != "<=":
                    sys.exit(f"a question of the kind {node['decision_type']}")
                # Features are whole: x <= t is x <= floor(t).
                threshold = int(np.clip(np.floor(node["threshold"]), -32768, 32767))
                questions.append((node["split_feature"], threshold))
                below += [node["left_child"], node["right_child"]]
        level = below
    return questions, [node["leaf_value"] for node in level]


def centred(trees):
    """What is added to all, and the trees with leaves in units of 1/UNIT, each around 0."""
    base, rounded = 0.0, []
    for questions, leaves in trees:
        middle = (min(leaves) + max(leaves)) / 2
        base += middle
        leaves = [round((leaf - middle) * UNIT) for leaf in leaves]
        if not all(-32768 <= leaf <= 32767 for leaf in leaves):
            sys.exit("a leaf is too large for the file: lower --rate")
        rounded.append((questions, leaves))
    return round(base * UNIT), rounded


def fnv(data):
    number = 0xCBF29CE484222325
    for byte in data:
        number = (number ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return number


def write(path, names, version, depth, base, trees):
    body = struct.pack("<i", base)
    for questions, leaves in trees:
        body += bytes(feature for feature, _ in questions)
        body += struct.pack(f"<{len(questions)}h", *(threshold for _, threshold in questions))
        body += struct.pack(f"<{len(leaves)}h", *leaves)
    head = MAGIC + struct.pack("<5H", FORMAT, version, len(names), len(trees), depth)
    head += struct.pack("<QQ", fnv("".join(name + "\n" for name in names).encode()), fnv(body))
    if len(head) + len(body) > MOST_BYTES:
        sys.exit(f"the file would have {len(head) + len(body)} bytes, and may have {MOST_BYTES}: lower --trees or --depth")
    path.write_bytes(head + body)


def walk(base, trees, rows, depth):
    """What the program makes of these rows."""
    odds = np.full(len(rows), base, np.int64)
    all_rows = np.arange(len(rows))
    for questions, leaves in trees:
        features = np.array([feature for feature, _ in questions])
        thresholds = np.array([threshold for _, threshold in questions])
        place = np.zeros(len(rows), np.int64)
        for _ in range(depth):
            place = 2 * place + 1 + (rows[all_rows, features[place]] > thresholds[place])
        odds += np.array(leaves)[place - len(questions)]
    return odds


def scores(probability, result):
    p = np.clip(probability, 1e-6, 1 - 1e-6)
    log_loss = -(result * np.log(p) + (1 - result) * np.log(1 - p)).mean()
    decided = result != 0.5
    # The share of pairs of a won and a lost position that are in the right order.
    order = np.argsort(p[decided], kind="stable")
    ranks = np.empty(decided.sum())
    values, starts, counts = np.unique(p[decided][order], return_index=True, return_counts=True)
    ranks[order] = np.repeat(starts + (counts + 1) / 2, counts)
    won = result[decided] == 1
    auc = (ranks[won].sum() - won.sum() * (won.sum() + 1) / 2) / max(won.sum() * (~won).sum(), 1)
    bins = np.minimum((p * 10).astype(int), 9)
    table = [[float(p[bins == one].mean()), float(result[bins == one].mean()), int((bins == one).sum())] for one in range(10) if (bins == one).any()]
    error = sum(count * abs(said - was) for said, was, count in table) / len(p)
    return {
        "log_loss": float(log_loss),
        "brier": float(((p - result) ** 2).mean()),
        "auc": float(auc),
        "calibration_error": float(error),
        "calibration": table,
    }


def measure(data, of, odds):
    result, turn, game = data["result"][of], data["turn"][of], data["game"][of]
    learned = 1 / (1 + np.exp(-odds / UNIT))
    judge = data["hand"][of]
    report = {"learned": scores(learned, result), "hand": scores(judge, result), "constant": scores(np.full(len(result), 0.5), result)}
    # How sure the difference is: games are drawn anew, not rows, of which those of one game have one result.
    loss = lambda p: -(result * np.log(np.clip(p, 1e-6, 1)) + (1 - result) * np.log(np.clip(1 - p, 1e-6, 1)))
    _, index = np.unique(game, return_inverse=True)
    gain = np.bincount(index, loss(judge) - loss(learned)) / np.bincount(index)
    report["log_loss_gained"] = [float(gain.mean()), float(1.96 * gain.std() / np.sqrt(len(gain)))]
    report["by_turn"] = []
    for low, high in ((1, 4), (5, 8), (9, 12), (13, 20), (21, 10**9)):
        those = (turn >= low) & (turn <= high)
        if those.any():
            both = [scores(p[those], result[those])["log_loss"] for p in (learned, judge)]
            report["by_turn"].append([low, high, int(those.sum()), *both])
    return report


def write_rows(path, names, rows, odds, results):
    """Rows over the whole range of odds."""
    order = np.argsort(odds, kind="stable")
    chosen = order[np.linspace(0, len(order) - 1, 24).astype(int)]
    lines = [",".join([*names, "odds"])]
    lines += [",".join(map(str, [*rows[row], odds[row]])) for row in chosen]
    path.write_text("\n".join(lines) + "\n")


def tell(report):
    print(f"{report['decks']['held_out']} decks held out of {sum(report['decks'].values())}; {report['games']['held_out']} games and "
          f"{report['rows']['held_out']} positions of them; {report['rows']['training']} positions to learn from; {report['trees']} trees, "
          f"{report['file']['bytes']} bytes")
    print(f"{'':10}{'log loss':>10}{'Brier':>10}{'AUC':>10}{'calibr.':>10}")
    for name in ("learned", "hand", "constant"):
        of = report[name]
        print(f"{name:10}{of['log_loss']:10.4f}{of['brier']:10.4f}{of['auc']:10.4f}{of['calibration_error']:10.4f}")
    gain, error = report["log_loss_gained"]
    print(f"log loss gained on the hand-made judge: {gain:.4f} ± {error:.4f}")
    for low, high, count, learned, judge in report["by_turn"]:
        print(f"  turns {low}–{high if high < 10**9 else '…'}: {learned:.4f} against {judge:.4f} ({count} positions)")
    print("features: " + ", ".join(f"{name} {share:.0%}" for name, share in report["features"][:12]))


if __name__ == "__main__":
    main()
