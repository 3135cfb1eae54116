"""`python -m bench`: measure everything, tell it as a table, and exit with 1 when a bound is missed."""

from __future__ import annotations

import argparse
import gc
import json
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import islice
from pathlib import Path
from statistics import fmean

from adjudicator.game import RANDOM
from adjudicator.mail.desk import Desk

from . import (
    activation,
    classify,
    club_part,
    cold,
    counters,
    large,
    legal,
    making,
    mechanics,
    modules,
    pace,
    peer,
    scan,
    sheet,
    trace,
    whole,
)
from .measure import Part, Row, median, missed, page, spent, table

MEGA = 1_000_000
LOAD_RATES = (40, 100)
"""So many letters arrive in a second where a club's desk is under load: what it holds, and more than that."""
LONG_AGO = timedelta(days=60)
"""A question asked then is overdue by any desk's settings."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure; 1 when a bound is missed, else 0."""
    wanted = options().parse_args(arguments)
    if wanted.real:
        return of_real_maps(wanted)
    with tempfile.TemporaryDirectory(prefix="hexpost-bench-") as folder:
        parts = list[Part]()
        for part in measured(Path(folder), wanted):
            parts.append(part)
            if not wanted.json:
                print(table([part]), flush=True)  # what is known stays known if the rest is cut off
    late = missed(parts)
    if wanted.page:
        wanted.page.write_text(page(parts), encoding="utf-8", newline="\n")
    if wanted.json:
        print(json.dumps({"parts": [as_json(part) for part in parts], "missed": late}, ensure_ascii=False))
    else:
        print(f"Missed: {'; '.join(late)}." if late else "Every bound holds.")
    return 1 if late else 0


def options() -> argparse.ArgumentParser:
    """The options of the bench."""
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure hexpost.")
    parser.add_argument("--json", action="store_true", help="one JSON document instead of the table")
    parser.add_argument("--page", type=Path, metavar="F.md", help="write the tables to a page as well")
    parser.add_argument("--only", default="", metavar="WORDS", help="only what is told with these words")
    parser.add_argument("--times", type=int, default=30, help="runs of our orders and the peer's phase")
    parser.add_argument("--games", type=int, default=20, help="random games")
    parser.add_argument("--sheets", type=int, default=20, help="random crooked scans to fit, and to trace")
    parser.add_argument(
        "--load", type=float, default=20, help="seconds for which emails arrive at two workers"
    )
    parser.add_argument("--starts", type=int, default=5, help="starts of hexpost")
    parser.add_argument(
        "--real", type=Path, metavar="DIR", help="only pictures of real maps, with their truth"
    )
    parser.add_argument("--program", type=Path, metavar="HEXPOST", help="another hexpost, measured on these")
    return parser


def of_real_maps(wanted: argparse.Namespace) -> int:
    """Pictures of maps that are not ours: no bounds, so none is missed."""
    from .real.command import Hexpost
    from .real.report import measured as on_real_maps

    hexpost = Hexpost(wanted.program) if wanted.program else Hexpost()
    print(on_real_maps(wanted.real, hexpost, wanted.json))
    return 0


def measured(folder: Path, wanted: argparse.Namespace) -> Iterator[Part]:
    """One part after the other, each told on stderr when it begins; only those of which it is told something
    that was asked for, if anything was."""
    for what, parts in STEPS:
        if wanted.only in what:
            say(what)
            yield from parts(folder, wanted)


def say(what: str) -> None:
    """Tell the person who waits."""
    print(f"Measuring: {what} ...", file=sys.stderr)


def as_json(part: Part) -> dict[str, object]:
    """A part with its verdicts."""
    rows = [asdict(row) | {"verdict": row.verdict} for row in part.rows]
    return {"title": part.title, "rows": rows, "notes": list(part.notes)}


# -- a sheet, beside a phase of the peer -----------------------------------------------------------------

NOTES = (
    "Ours: four units named in three lines; read and judged (a combat with its dice, losses and advance,",
    "two moves); kept in SQLite with events, hashes, verdicts, digest, deadlines; two reports as text and",
    "HTML, made emails and kept; one commit that waits for the disk (synchronous=FULL). Pictures only where",
    "a row says so.",
    "Theirs: as its documentation plays random games: all possible orders found, one chosen for each unit",
    "of seven powers, set, the movement phase processed, in memory: nothing is kept, nothing reported.",
    "The bound is kept in processor time: time on the clock is the neighbours' on a busy machine, and ours",
    "holds the wait for the disk, which theirs has no use for. Both are told, so that both can be judged.",
)


def a_sheet(folder: Path, times: int) -> Part:
    """Our sheet and the peer's phase by turns, so that both meet the same noise."""
    desk = sheet.prepare(folder / "prepared")
    ours_runs = sheet.sheets(desk, folder / "copy")
    warm_up(ours_runs, folder)
    if not peer.is_here():
        alone = our_rows(desk, folder, list(islice(ours_runs, times)), None)
        return Part("Orders with four activations (the peer is not installed: make bench)", alone, NOTES)
    pairs = list(islice(zip(ours_runs, peer.phases(folder), strict=False), times))
    theirs = [phase for _, phase in pairs]
    ours = our_rows(desk, folder, [one for one, _ in pairs], median(phase.cpu for phase in theirs))
    rows = [*ours, *their_rows(theirs), *ratios([one for one, _ in pairs], theirs)]
    return Part(
        f"Orders with four activations beside a phase of diplomacy 1.1.2, medians of {times}", rows, NOTES
    )


def warm_up(ours: Iterator[sheet.Sheet], folder: Path) -> None:
    """Some runs unmeasured; what is loaded by then, the peer's tables too, the collector leaves alone."""
    for _ in islice(ours, 3):
        pass
    if peer.is_here():
        next(peer.phases(folder))
    gc.collect()
    gc.freeze()


def our_rows(desk: Desk, folder: Path, ours: Sequence[sheet.Sheet], bound: float | None) -> list[Row]:
    """Ours by its parts, with the peer's time as the bound of the whole."""
    alone = median(sheet.judged_alone(desk).wall for _ in range(10))
    mails = median(sheet.by_mail(desk, folder / "copy").wall for _ in range(5))
    usual = sheet.sheets(sheet.prepare(folder / "usual", at_once=False), folder / "copy")
    asked = median(one.cpu for one in islice(usual, 10))
    drawn = sheet.sheets(sheet.prepare(folder / "drawn", at_once=False, pictures=True), folder / "copy")
    return [
        Row("ours: processor time", median(one.cpu for one in ours), most=bound),
        Row("ours, a report to who is asked alone", asked),
        Row(
            "ours as desks are set: with pictures, page and save", median(one.cpu for one in islice(drawn, 5))
        ),
        Row("ours on the clock: judged, journaled, reported, committed", median(one.whole for one in ours)),
        Row("  of it judged and journaled", median(one.judged for one in ours)),
        Row("    (judged alone, nothing kept)", alone),
        Row("  of it reported to both players", median(one.reported for one in ours)),
        Row("  of it committed: the wait for the disk", median(one.committed for one in ours)),
        Row("ours by mail: inbox to outbox, with the line-by-line answer", mails),
    ]


def their_rows(theirs: Sequence[peer.Phase]) -> list[Row]:
    """Theirs by its parts."""
    return [
        Row("theirs: processor time", median(one.cpu for one in theirs)),
        Row("theirs on the clock: one movement phase of seven powers", median(one.whole for one in theirs)),
        Row("  of it possible orders found", median(one.possible for one in theirs)),
        Row("  of it orders chosen and set", median(one.set_orders for one in theirs)),
        Row("  of it processed", median(one.process for one in theirs)),
        Row("  on top: saved to a file, without waiting for the disk", median(one.saved for one in theirs)),
    ]


def ratios(ours: Sequence[sheet.Sheet], theirs: Sequence[peer.Phase]) -> list[Row]:
    """Ours to theirs, in the ways one may compare them."""
    cpu = median(one.cpu for one in ours) / median(one.cpu for one in theirs)
    clock = median(one.whole for one in ours)
    alone = median(one.without_possible for one in theirs)
    kept = median(one.whole + one.saved for one in theirs)
    return [
        Row("ratio in processor time", cpu, "times"),
        Row("ratio on the clock", clock / median(one.whole for one in theirs), "times"),
        Row("ratio on the clock, theirs without finding possible orders", clock / alone, "times"),
        Row("ratio on the clock, theirs saved to a file", clock / kept, "times"),
    ]


# -- whole games -------------------------------------------------------------------------------------------


def a_replay(folder: Path, name: str = sheet.GAME, bots: str = RANDOM) -> Part:
    """Games played through the store, and folded from their journals."""
    games = [whole.journalled_game(folder, seed, name, bots) for seed in ("a", "b", "c")]
    rows = [
        Row(
            "played, on the clock: each set of orders judged and journaled",
            median(g.judged.wall for g in games),
        ),
        Row("  processor time", median(g.judged.cpu for g in games)),
        Row("replayed, on the clock: hashes, events, last state", median(g.folded.wall for g in games)),
        Row("  processor time", median(g.folded.cpu for g in games)),
        Row("ratio on the clock", median((g.folded.wall / g.judged.wall for g in games), 1), "times"),
        Row(
            "ratio in processor time", median((g.folded.cpu / g.judged.cpu for g in games), 1), "times", 0.25
        ),
        Row("all that `hexpost replay` compares, states twice", median(g.checked.wall for g in games)),
    ]
    sheets = ", ".join(f"{g.sheets} sets of orders with {g.events} events" for g in games)
    notes = (f"{sheets}. Played: without the bots' thinking, and without reports.",)
    return Part(f"Whole games of {name} by {bots} bots and their replay, medians of 3", rows, notes)


def random_games(count: int, most: float, name: str = sheet.GAME, bots: str = RANDOM) -> Part:
    """Games with the invariants checked after every event, each in at most so many seconds of processor time
    on average; a broken one ends the bench with its story."""
    runs = whole.games(count, lambda n: None, name, bots)
    rows = [
        Row("a game, on average", fmean(run.wall for run in runs), "s"),
        Row("  processor time", fmean(run.cpu for run in runs), "s", most),
        Row("  the longest", max(run.cpu for run in runs), "s"),
        Row("games broken or stuck", 0, "games", 0),
    ]
    return Part(f"{count} games of {name} by {bots} bots, the invariants checked after every event", rows)


HEXES_MOST = 6.0
"""Seconds of processor time for a whole hex game of bots, with the invariants checked after every event."""


def of_hexes(folder: Path, games: int) -> Iterator[Part]:
    """The hex game: its mechanics, an activation, whole games and their replay."""
    land = mechanics.field()
    say("reach and supply of a hundred units")
    yield mechanics.measured(land)
    say("whole activations")
    yield activation.measured(folder, land)
    say("whole games on hexes and their replay")
    yield a_replay(folder, activation.GAME, activation.BOTS)
    yield random_games(max(1, games // 5), pace.here(HEXES_MOST), activation.GAME, activation.BOTS)
    say("all legal answers")
    yield legal.measured()


# -- starts ------------------------------------------------------------------------------------------------


def starting(folder: Path, times: int) -> Part:
    """hexpost --help, and hexpost post with nothing to do."""
    desk = idle(folder / "idle", datetime.now(UTC)).folder
    helped = cold.starts(["--help"], times)
    idled = cold.starts(["post", "--desk", str(desk)], times)
    rows = [
        Row("hexpost --help", median(run.wall for run in helped), most=pace.here(300)),
        Row(
            "hexpost post, nothing to do, a question overdue",
            median(run.wall for run in idled),
            most=pace.here(500),
        ),
        Row("  its most memory", median((run.peak for run in idled), 1 / MEGA), "MB", 80),
        Row("  processor time", median(run.cpu for run in idled)),
    ]
    return Part(f"Real processes, medians of {times}", rows)


def idle(folder: Path, now: datetime) -> Desk:
    """A desk with a question long overdue; the first post, which warms the disk, reminds its player of it."""
    return sheet.prepare(folder, now - LONG_AGO)


# -- makers ------------------------------------------------------------------------------------------------


def makers(folder: Path) -> Part:
    """What a maker of games waits for."""
    rows = [Row(what, spent(partial(work, folder)).wall * 1000) for what, work in making.WORKS.items()]
    return Part("What makers wait for, once each, for information", rows)


# -- modules -----------------------------------------------------------------------------------------------

MODULE_NOTES = (
    "Written: from the roster, map and facts on the disk to the archive, with the board drawn and the",
    "pictures at hand, roster and facts checked on the way; theirs from the same pieces in memory, the",
    "same pictures, and the outline of the map. Read: the archive opened, the traits of every piece and",
    "prototype taken apart. Bounds are kept in processor time. Theirs runs under a newer Python, because",
    "it cannot run under ours.",
)


def of_modules(folder: Path) -> Iterator[Part]:
    """A module of many pieces, beside the peer's; then a large one imported."""
    file = folder / "pieces.vmod"
    games = [modules.game_folder(folder / f"game-{number}") for number in range(3)]
    our, python = modules.ours(games, file), modules.peer_python()
    their = modules.theirs(python, file) if python else None
    title = f"A module of {modules.PIECES} pieces on {modules.COLUMNS} x {modules.ROWS} hexes, medians"
    yield Part(f"{title}, beside pywargame 0.8.0", module_rows(our, their), MODULE_NOTES)
    yield importing(large.large_module(file, folder / "large.vmod"), folder / "imported")


def module_rows(our: modules.Ours, their: modules.Theirs | None) -> list[Row]:
    """Ours bound by theirs; theirs say why they are missing, where they are."""
    written = median(their.written) if their else None
    back = median(their.read) if their else None
    reason = "" if their else modules.SKIPPED
    return [
        Row("ours: written, processor time", median(run.cpu for run in our.written), most=written),
        Row("  board and counters drawn, too", median(run.cpu for run in our.drawn)),
        Row("theirs: written, processor time", written, note=reason),
        Row("ours: read, processor time", median(run.cpu for run in our.read), most=back),
        Row("theirs: read, processor time", back, note=reason),
    ]


def importing(file: Path, folder: Path) -> Part:
    """`hexpost module import` of a large module."""
    done = large.imported(file, folder)
    peak, reason = (done.peak / MEGA, "") if done.peak else (None, "not measured: this system does not tell")
    rows = [
        Row("hexpost module import: its most memory", peak, "MB", 400, reason),
        Row("  on the clock", done.wall, "s"),
    ]
    return Part(f"A module of {file.stat().st_size / MEGA:.0f} MB imported, a real process", rows)


# -- what is measured --------------------------------------------------------------------------------------


def of_scans(folder: Path, wanted: argparse.Namespace) -> Iterator[Part]:
    """Hexes found on crooked scans, and how long that takes on a large one."""
    yield scan.exactness(wanted.sheets)
    yield scan.cost(folder)


def of_areas(folder: Path, wanted: argparse.Namespace) -> Iterator[Part]:
    """Areas traced on one scan, on random ones and on our own board."""
    yield trace.measured(trace.board())
    yield trace.exactness(list(trace.trials(range(1, max(1, wanted.sheets // 4) + 1))))
    yield trace.of_our_board(max(1, wanted.sheets // 4))


STEPS: tuple[tuple[str, Callable[[Path, argparse.Namespace], Iterable[Part]]], ...] = (
    ("the pace of this machine", lambda *_: [pace.of_this_machine()]),
    ("orders with four activations", lambda folder, wanted: [a_sheet(folder, wanted.times)]),
    ("a game and its replay", lambda folder, _: [a_replay(folder)]),
    ("hexpost started", lambda folder, wanted: [starting(folder, wanted.starts)]),
    ("random games", lambda _, wanted: [random_games(wanted.games, pace.here(1.5))]),
    ("games on hexes", lambda folder, wanted: of_hexes(folder, wanted.games)),
    ("a club's desk of 1,000 games", lambda folder, _: [club_part.measured(folder / "club")]),
    (
        f"{' and '.join(map(str, LOAD_RATES))} emails a second at two workers and PostgreSQL",
        lambda folder, wanted: (
            club_part.loaded(folder / f"workers-{rate}", rate, wanted.load) for rate in LOAD_RATES
        ),
    ),
    ("what makers wait for", lambda folder, _: [makers(folder)]),
    ("counter sheets", lambda folder, _: counters.measured(folder / "sheets")),
    ("areas traced from scans", of_areas),
    ("crooked scans of hex maps", of_scans),
    ("terrain and hexsides proposed", lambda _, wanted: [classify.measured(max(1, wanted.sheets // 5))]),
    ("modules written, read and imported", lambda folder, _: of_modules(folder)),
)
"""What is measured, as it is told, in this order."""


if __name__ == "__main__":
    sys.exit(main())
