"""Runs on a Ray cluster: `pip install "gauntlet[ray]"`.

    import gauntlet.ray

    result = gauntlet.ray.matrix("decks", games=10_000, address="auto", out="results/big")

Each function plays what the function of the same name in `gauntlet` plays, and returns the same: the same tables and files, byte for byte
(timing.json aside), however many workers there were and whichever of them were lost. `run` plays an experiment file. As a command:
`python -m gauntlet.ray RUN.toml --address auto`.

Workers need Ray and this package in the same version, and nothing else: decks, cards and what agents read are sent to them through Ray's object
store. Agents are named by specs: functions and classes can't be sent to workers. One that is a program (exec:COMMAND) must be on every machine.
"""

from __future__ import annotations

import argparse
import os
import socket
import sys
import tempfile
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import _native
from .errors import Error, UsageError
from .options import (
    Arguments,
    CompareOptions,
    LadderOptions,
    RunOptions,
    SprtOptions,
    TuneOptions,
    deck_files,
    path,
    with_agents,
)
from .results import Comparison, Result, Tuning
from .runs import watched

if TYPE_CHECKING:
    from ._native import Table
    from .options import Path, Progress

    #: Is told the table of matchups so far, about every two seconds.
    Partial = Callable[[Table], object]

__all__ = ["compare", "field", "ladder", "match", "matrix", "run", "sprt", "tune"]

#: The options of each command.
_KINDS: dict[str, tuple[type, ...]] = {
    "match": (RunOptions,),
    "matrix": (RunOptions, Arguments),
    "field": (RunOptions, Arguments),
    "ladder": (LadderOptions, Arguments),
    "sprt": (SprtOptions, Arguments),
    "compare": (CompareOptions,),
    "tune": (TuneOptions,),
}
#: How long a part should take, in seconds: as long as a lost one may cost, and much longer than sending it.
PART = 5.0
#: The units of the first parts, from which it is measured how many fit into that time.
FIRST = 16
#: The pieces of a round for each worker: enough for one to take over from another.
PIECES = 4
#: How often partial tables are told, in seconds.
TELL = 2.0
#: What isn't there after so many seconds and four times what anything took to play is handed out again.
PATIENCE = 30.0
#: How many seconds a cluster's head may take to accept a connection.
ANSWER = 10.0


def match(a: Path, b: Path, *, game: str = "magic", **options: Any) -> Result:
    """Plays one deck against another: as gauntlet.match, with the options of `run` besides."""
    return _command("match", [a, b], game, options)


def matrix(decks: Path = "decks", *, mirrors: bool = False, game: str = "magic", **options: Any) -> Result:
    """Plays every deck of a directory against every other: as gauntlet.matrix, with the options of `run` besides."""
    return _command("matrix", [decks], game, {"mirrors": mirrors, **options})


def field(deck: Path, decks: Path = "decks", *, mirrors: bool = False, game: str = "magic", **options: Any) -> Result:
    """Plays one deck against every deck of a directory: as gauntlet.field, with the options of `run` besides."""
    return _command("field", [deck, decks], game, {"mirrors": mirrors, **options})


def ladder(*agents: str, decks: Path = "decks", game: str = "magic", **options: Any) -> Result:
    """Finds out which agent is stronger: as gauntlet.ladder, with the options of `run` besides."""
    return _agents("ladder", agents, decks, game, options)


def sprt(a: str, b: str, *, decks: Path = "decks", game: str = "magic", **options: Any) -> Result:
    """Finds out whether agent a is stronger than agent b: as gauntlet.sprt, with the options of `run` besides. It is played by stages."""
    return _agents("sprt", (a, b), decks, game, options)


def compare(old: Path, new: Path, *, game: str = "magic", **options: Any) -> Comparison:
    """Finds out whether a new version of a deck is better: as gauntlet.compare, with address, cpus and progress as `run` has them besides.

    It is played by rounds: before each one it is looked at what is known. Only the answer is kept in `out`.
    """
    with deck_files([old, new], game) as decks:
        return Comparison(*_by_rounds(_native.compare, ["compare"], ["--", *decks], game, options))


def tune(deck: Path, pool: Path, *, game: str = "magic", **options: Any) -> Tuning:
    """Finds out which changes make a deck better: as gauntlet.deck.tune, with address, cpus and progress as `run` has them besides.

    It is played by rounds. With `out`, a call that was stopped goes on after the last complete one.
    """
    with deck_files([deck], game, options.get("out")) as decks:
        command = [f"--pool={path(pool, 'pool')}", "--", *decks]
        return Tuning(*_by_rounds(_native.tune, ["deck", "tune"], command, game, options))


def run(
    experiment: Path,
    *,
    address: str | None = None,
    out: Path | None = None,
    fresh: bool = False,
    cpus: int = 1,
    progress: Progress | bool | None = None,
    partial: Partial | None = None,
) -> Result | Comparison | Tuning:
    """Plays an experiment file (see `gauntlet run`) on a Ray cluster.

    Returns a Result; for an experiment whose command is "compare" a Comparison, for "tune" a Tuning: these are played by rounds, and have no partial
    tables.

    experiment: the file. With `until` it is played by stages: the next one is known when all games of the one before are there.
    address: the cluster's, "auto" for the one that this machine belongs to [default: the one that ray.init was called with, or a local one].
    out: a directory for the files of the run [default: none are kept]. What it has of the run already isn't played again.
    fresh: play everything again.
    cpus: processors of each worker; a part is played on that many threads. No more than the largest machine of the cluster has.
    progress: is told how many games were played, and how many there are to play as far as is known (two ints); True: a bar of tqdm.
    partial: is told the table of matchups so far, every two seconds or so.

    Raises what gauntlet.match raises (UsageError also if there is no cluster at the address), ImportError if Ray isn't installed, and what Ray raises if
    the cluster is lost. A worker that is lost is no error: what
    it was playing is played again. Ctrl-C leaves in `out` what was played, and the same call goes on from there.
    """
    file = path(experiment, "an experiment")
    asked = _native.versions_of_file(file)
    if asked is not None:
        return _versions_asked(*asked, address=address, out=out, fresh=fresh, cpus=cpus, progress=progress)
    _makes_sense(address, fresh, partial)
    with _folder(out) as folder:
        gathering = _native.Gathering.of_file(file, folder, fresh)
        return _gather(gathering, address, cpus, progress, partial)


def _versions_asked(
    words: list[str],
    game: str,
    *,
    address: str | None,
    out: Path | None,
    fresh: bool,
    cpus: int,
    progress: Progress | bool | None,
) -> Comparison | Tuning:
    """Plays what an experiment file of versions of decks asks for."""
    _makes_sense(address, fresh)
    if fresh:
        raise UsageError("such an experiment looks at what is known before each round: it is played anew without out")
    at = words.index("--")
    line = [*words[:at], *([] if out is None else [f"--out={os.fspath(out)}"]), *words[at:]]
    if words[0] == "compare":
        return Comparison(*_rounds(_native.compare, line, game, address, cpus, progress))
    return Tuning(*_rounds(_native.tune, line, game, address, cpus, progress))


def _command(command: str, decks: list[Path], game: str, options: dict[str, Any]) -> Result:
    own = {name: options.pop(name, None) for name in ("address", "cpus", "progress", "partial", "out")}
    fresh = options.pop("fresh", False)
    _makes_sense(own["address"], fresh, own["partial"])
    words = _specs(options, *_KINDS[command])
    with _folder(own["out"]) as folder, deck_files(decks, game, own["out"]) as files:
        gathering = _native.Gathering([command, *words, "--", *files], game, folder, fresh)
        return _gather(gathering, own["address"], _cpus(own["cpus"]), own["progress"], own["partial"])


def _agents(command: str, agents: tuple[str, ...], decks: Path, game: str, options: dict[str, Any]) -> Result:
    for agent in agents:
        if not isinstance(agent, str):
            raise UsageError("an agent on a cluster is named by a spec: a function can't be sent to the workers")
    return _command(command, list(agents), game, {"decks": decks, **options})


def _makes_sense(address: object, fresh: object = False, partial: Any = None) -> None:
    """Refuses what a cluster's own options can't be, before it is asked for anything."""
    if address is not None and not isinstance(address, str):
        raise UsageError(f"'address' is that of a cluster (str), not {address!r}")
    if not isinstance(fresh, bool):
        raise UsageError(f"'fresh' is True or False, not {fresh!r}")
    if partial is not None and not callable(partial):
        raise UsageError(f"'partial' is a function, not {partial!r}")


def _cpus(cpus: object) -> int:
    """How many processors each worker has: one, if nothing is said."""
    if cpus is None:
        return 1
    if isinstance(cpus, bool) or not isinstance(cpus, int) or cpus < 1:
        raise UsageError(f"'cpus' must be a whole number from 1, not {cpus!r}")
    return cpus


def _specs(options: dict[str, Any], *kinds: type) -> list[str]:
    """The words of options for a cluster."""
    if options.pop("threads", None) is not None:
        raise UsageError("threads are for one machine: on a cluster, cpus says how many processors a worker has")
    words, agents = with_agents(options, *kinds)
    if agents:
        raise UsageError("an agent on a cluster is named by a spec: a function can't be sent to the workers")
    return words


def _by_rounds(
    play: Callable[..., Any], command: list[str], decks: list[str], game: str, options: dict[str, Any]
) -> tuple[Any, Any, Any]:
    """Has a command that looks at what is known before each round played by the workers of a cluster."""
    address, cpus, progress = (options.pop(name, None) for name in ("address", "cpus", "progress"))
    _makes_sense(address)
    return _rounds(play, [*command, *_specs(options, *_KINDS[command[-1]]), *decks], game, address, cpus, progress)


def _rounds(
    play: Callable[..., Any], line: list[str], game: str, address: str | None, cpus: object, progress: Progress | bool | None
) -> tuple[Any, Any, Any]:
    """The same of the words of a command."""
    each = _cpus(cpus)

    def played(tell: Progress | None) -> tuple[Any, Any, Any]:
        with _connected(address):
            _fits(each)
            rounds = _Rounds(each)
            try:
                answer: tuple[Any, Any, Any] = play(line, game, [], tell, rounds.play)
                return answer
            except BaseException:
                rounds.stop.set()
                raise

    answer: tuple[Any, Any, Any] = watched(progress, played)
    return answer


def _folder(out: Path | None) -> tempfile.TemporaryDirectory[str] | _Kept:
    """The folder of a run: one that is kept, or gone afterwards."""
    return tempfile.TemporaryDirectory() if out is None else _Kept(path(out, "'out'"))


class _Kept:
    """A folder that stays."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __enter__(self) -> str:
        return self._path

    def __exit__(self, *_: object) -> None:
        pass


#: In a worker: the run that it plays, by its key. The decks of a run are read once.
_unpacked: dict[str, _native.Unpacked] = {}


def _play(key: str, parcel: bytes, stages: list[list[int]], first: int, end: int, threads: int) -> tuple[bytes, float]:
    """In a worker: plays units of a run. Returns what came of them, and how long it took."""
    begin = time.perf_counter()
    if key not in _unpacked:
        _unpacked.clear()
        with tempfile.TemporaryDirectory() as folder:
            _unpacked[key] = _native.Unpacked(parcel, folder)
    played = _unpacked[key].play(stages, first, end, threads)
    return played, time.perf_counter() - begin


def _gather(
    gathering: _native.Gathering,
    address: str | None,
    cpus: int,
    progress: Progress | bool | None,
    partial: Partial | None,
) -> Result:
    """Has a run played by the workers of a cluster."""
    each = _cpus(cpus)

    def played(tell: Progress | None) -> Result:
        with _connected(address):
            _fits(each)
            driver = _Driver(gathering, each, tell, partial)
            driver.drive()
            return Result(gathering.finish(driver.most))

    result: Result = watched(progress, played)
    return result


def _answers(address: str | None) -> None:
    """Raises `UsageError` if nothing answers at HOST:PORT: Ray itself tries that again and again, for minutes. Other addresses are Ray's to look at."""
    host, _, port = (address or "").rpartition(":")
    if not host or "/" in host or not port.isdecimal() or int(port) > 65535:
        return
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=ANSWER).close()
    except OSError as error:
        raise UsageError(
            f"nothing answers at {address!r} ({error}): give the address of the cluster's head, as ray start --head told it "
            "(HOST:6379 if no other port was given), and see that the head runs and that this machine can reach it"
        ) from error


@contextmanager
def _connected(address: str | None) -> Iterator[None]:
    """With a cluster: the one that ray.init was called with, or another for as long as this takes."""
    try:
        import ray
    except ModuleNotFoundError as error:
        raise ImportError("gauntlet.ray needs Ray: pip install 'gauntlet[ray]'") from error

    if ray.is_initialized():
        if address is not None:
            raise UsageError("Ray is started already (ray.init): leave out address, or call ray.shutdown() before")
        yield
        return
    _answers(address or os.environ.get("RAY_ADDRESS"))
    try:
        ray.init(address=address, log_to_driver=False, configure_logging=False)
    except Exception as error:
        # Ray has an exception of another kind for each way in which there may be none.
        where = "can't be started on this machine" if address is None else f"can't be reached at {address!r}"
        said = str(error).strip().split("\n")[0] or type(error).__name__
        raise UsageError(f"Ray {where}: {said}") from error
    try:
        yield
    finally:
        ray.shutdown()


def _fits(cpus: int) -> None:
    """Refuses workers that no machine of the cluster has the processors for: they would be waited for for ever."""
    import ray

    machines = [machine["Resources"].get("CPU", 0) for machine in ray.nodes() if machine["Alive"]]  # type: ignore[no-untyped-call]
    most = int(max(machines, default=0))
    # One that has none yet grows as it is asked to.
    if 0 < most < cpus:
        raise UsageError(f"cpus={cpus} are more processors than a machine of the cluster has; the largest has {most}")


def _workers(cpus: int) -> int:
    """How many workers there are now: clusters grow and shrink."""
    import ray

    resources: dict[str, float] = ray.cluster_resources()  # type: ignore[no-untyped-call]
    return max(1, int(resources.get("CPU", 1)) // cpus)


#: In a worker: the versions that it plays, by their key.
_versions: dict[str, _native.UnpackedVersions] = {}


def _play_bouts(key: str, sent: bytes, request: bytes, first: int, end: int, threads: int) -> tuple[bytes, float]:
    """In a worker: plays bouts of a round. Returns their scores, and how long it took."""
    begin = time.perf_counter()
    if key not in _versions:
        _versions.clear()
        with tempfile.TemporaryDirectory() as folder:
            _versions[key] = _native.UnpackedVersions(sent, folder)
    scores = _versions[key].play(request, first, end, threads)
    return scores, time.perf_counter() - begin


class _Rounds:
    """Has rounds played, each in pieces."""

    def __init__(self, cpus: int) -> None:
        import ray

        self.cpus = cpus
        self.sent: Any = None
        self.key = f"{os.getpid()}-{time.time_ns()}"
        self.remote = ray.remote(_play_bouts).options(num_cpus=cpus, max_retries=-1)
        #: Set once nobody waits for the answer any more.
        self.stop = threading.Event()

    def play(self, sent: bytes, request: bytes, bouts: int) -> list[bytes]:
        """Has the bouts of a request played; their scores, piece by piece."""
        import ray

        if self.sent is None:
            self.sent = ray.put(sent)
        asked = ray.put(request)
        size = -(-bouts // (PIECES * _workers(self.cpus)))
        ranges = deque((first, min(first + size, bouts)) for first in range(0, bouts, size))

        def send(first: int, end: int) -> Any:
            return self.remote.remote(self.key, self.sent, asked, first, end, self.cpus)

        handed = _HandedOut(send, self.cpus)
        pieces: dict[int, bytes] = {}
        try:
            for came in handed.results(lambda _: ranges.popleft() if ranges else None):
                if self.stop.is_set():
                    raise KeyboardInterrupt
                for (first, _), scores, _ in came:
                    pieces[first] = scores
        except BaseException:
            handed.cancel()
            raise
        return [pieces[first] for first in sorted(pieces)]


class _HandedOut:
    """What is handed out to the workers, by its first and last number, and what comes of it.

    What is on a worker that Ray knows to be lost Ray has played again. Of a machine that falls silent it may not know for minutes, and what it was
    asked to do it waits for: what takes far longer than anything took isn't counted on, and played by whoever has nothing else to do. What comes
    first counts.
    """

    def __init__(self, send: Callable[[int, int], Any], cpus: int) -> None:
        self.send = send
        self.cpus = cpus
        #: What is awaited. The same range may be here twice.
        self.parts: dict[Any, tuple[int, int]] = {}
        #: When each was handed out for the last time, the oldest first.
        self.since: dict[tuple[int, int], float] = {}
        #: The most seconds that anything was played for.
        self.longest = 0.0
        #: The most that were played at a time.
        self.most = 0

    def results(
        self, more: Callable[[int], tuple[int, int] | None]
    ) -> Iterator[list[tuple[tuple[int, int], bytes, float]]]:
        """What comes, as it comes, and the seconds that it was played for, until there is no more to hand out; nothing where nothing came for a
        while. `more` is told how many workers there are."""
        import ray

        left = True
        while True:
            workers = _workers(self.cpus)
            late = self.late()
            # One to play and one to come for each worker.
            while left and len(self.since) - len(late) < 2 * workers:
                part = more(workers)
                if part is None:
                    left = False
                else:
                    self.hand_out(part)
            # Whoever has nothing to do.
            for part in late[: max(0, workers - (len(self.since) - len(late)))]:
                self.hand_out(part)
            self.most = max(self.most, min(workers, len(self.since)))
            if not self.since:
                return
            done, _ = ray.wait(list(self.parts), timeout=TELL)
            yield [(self.parts[part], *self.taken(part, *ray.get(part))) for part in done if part in self.parts]

    def late(self) -> list[tuple[int, int]]:
        """What takes too long, the oldest first."""
        if not self.longest:
            return []
        limit = time.monotonic() - PATIENCE - 4 * self.longest
        return [part for part, since in self.since.items() if since < limit]

    def hand_out(self, part: tuple[int, int]) -> None:
        """Has a range played, perhaps once more."""
        self.since.pop(part, None)
        self.since[part] = time.monotonic()
        self.parts[self.send(*part)] = part

    def taken(self, part: Any, result: bytes, seconds: float) -> tuple[bytes, float]:
        """Takes a result. The same isn't awaited a second time."""
        which = self.parts[part]
        self.longest = max(self.longest, seconds)
        del self.since[which]
        self.parts = {other: of for other, of in self.parts.items() if of != which}
        return result, seconds

    def cancel(self) -> None:
        """Ends what is awaited: nothing more is wanted."""
        import ray

        for part in self.parts:
            ray.cancel(part, force=True)


class _Driver:
    """Hands out the units of a run, and takes what comes of them."""

    def __init__(
        self, gathering: _native.Gathering, cpus: int, progress: Progress | None, partial: Partial | None
    ) -> None:
        import ray

        self.gathering = gathering
        self.cpus = cpus
        self.progress = progress
        self.partial = partial
        self.parcel = ray.put(gathering.parcel())
        self.key = f"{gathering.id}-{os.getpid()}-{time.time_ns()}"
        # A worker or machine that is lost is no failure of what it was playing: Ray plays it again, however often.
        self.play = ray.remote(_play).options(num_cpus=cpus, max_retries=-1)
        #: Units that a worker plays in a second; None until one has.
        self.rate: float | None = None
        #: The most parts that were played at a time.
        self.most = 0
        self.told = time.monotonic()

    def drive(self) -> None:
        """Plays all stages."""
        while True:
            self.stage()
            if self.gathering.next_stage() == 0:
                break

    def stage(self) -> None:
        """Plays all units that are missing."""
        import ray

        missing = self.gathering.missing()
        left = sum(end - first for first, end in missing)
        stages = ray.put(self.gathering.stages())
        ranges = deque(missing)

        def send(first: int, end: int) -> Any:
            return self.play.remote(self.key, self.parcel, stages, first, end, self.cpus)

        def more(workers: int) -> tuple[int, int] | None:
            nonlocal left
            if not ranges:
                return None
            first, last = ranges.popleft()
            end = min(last, first + self.size(left, workers))
            if end < last:
                ranges.appendleft((end, last))
            left -= end - first
            return first, end

        handed = _HandedOut(send, self.cpus)
        try:
            for came in handed.results(more):
                for (first, end), played, seconds in came:
                    self.gathering.add(played)
                    self.rate = (end - first) / max(seconds, 1e-6)
                self.most = max(self.most, handed.most)
                self.tell(bool(came))
        except BaseException:
            # What is there is kept; nothing more is wanted.
            handed.cancel()
            raise

    def size(self, left: int, workers: int) -> int:
        """How many units the next part has: as many as take a while, and fewer towards the end, so that all workers are done at one time."""
        wanted = FIRST if self.rate is None else int(self.rate * PART)
        return max(1, min(wanted, -(-left // (2 * workers))))

    def tell(self, news: bool) -> None:
        """Says how far it is."""
        if news and self.progress is not None:
            self.progress(*self.gathering.games())
        if self.partial is not None and time.monotonic() - self.told >= TELL:
            self.told = time.monotonic()
            self.partial(self.gathering.table())


def main(arguments: list[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(
        prog="python -m gauntlet.ray", description="Plays an experiment file on a Ray cluster: the same files as on one machine."
    )
    parser.add_argument("experiment", metavar="RUN.toml", help="the file, as gauntlet run reads it")
    parser.add_argument("--address", help="the cluster's address, or auto [default: a cluster of this machine alone]")
    parser.add_argument("--out", metavar="DIR", help="where the files go [default: results/COMMAND-HASH]")
    parser.add_argument("--cpus", type=int, default=1, metavar="N", help="processors of each worker [default: 1]")
    parser.add_argument("--fresh", action="store_true", help="play everything anew, whatever is there of it")
    parser.add_argument("--quiet", "-q", action="store_true", help="no progress, no partial tables")
    args = parser.parse_args(arguments)
    try:
        return _run(args)
    except (Error, ImportError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2


def _run(args: argparse.Namespace) -> int:
    """Plays what the command was asked for."""
    asked = _native.versions_of_file(args.experiment)
    if asked is not None:
        told = _versions_asked(*asked, address=args.address, out=args.out, fresh=args.fresh, cpus=args.cpus, progress=None)
        print(told)
        return 1 if told.to_dict()["failed_games"] else 0
    gathering = _native.Gathering.of_file(args.experiment, args.out, args.fresh)
    begin, shown = time.monotonic(), time.monotonic()

    def progress(done: int, total: int) -> None:
        nonlocal shown
        now = time.monotonic()
        if now - shown >= TELL:
            shown = now
            print(f"{done} of {total} games, {done / (now - begin):.0f}/s", file=sys.stderr, flush=True)

    def partial(_: Table) -> None:
        print(gathering.text(), file=sys.stderr, flush=True)

    shows: dict[str, Any] = {} if args.quiet else {"progress": progress, "partial": partial}
    try:
        result = _gather(gathering, args.address, args.cpus, shows.get("progress"), shows.get("partial"))
    except KeyboardInterrupt:
        print(f"interrupted; the same command goes on with what is in {gathering.out}", file=sys.stderr)
        return 130
    print(result)
    print(f"files in {gathering.out}", file=sys.stderr)
    return 1 if result.errors else 0


if __name__ == "__main__":
    sys.exit(main())
