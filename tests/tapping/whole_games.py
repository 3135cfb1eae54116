"""Whole games by tapping alone: `python -m tests.tapping.whole_games [GAME ...] [--seed A] [--games 1]`.

A stand-in for each side taps at random on its page in Chromium: some answers, what follows them, plans,
standing orders. What it has written goes to the referee as a mailed sheet does. Each line of which the page
is sure is held against the side's own view: a dry run does not refuse it, and what the page tells of an
attack is what the dry run tells. The first turn is tapped with the map, the others in the lists alone.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.bots import BrokenGame, WatchedPlay
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable
from adjudicator.rulings import Ruling
from adjudicator.state import State
from adjudicator.tapping.page import PageFacts, data, orders_page
from adjudicator.waiting_lines import AS_IS, FAULTS
from tests.tapping.browsers import Chromium, ChromiumTab, chromium
from tests.tapping.finger import SIZES, Line, answered, heeded, keys, lines, tap, write_one
from tests.tapping.positions import TO, judged

PATIENCE = 12
"""So many sheets in a row may leave a question as it is before it is answered without the page."""
PLACED = ("setup", "plan")
"""Questions whose example is taken whole, often with some lines of one's own."""
SURE = {"may be done", "not-judged"}
"""What a dry run may say of a line that the page is sure of: it stands, or a die comes before it."""
NAMED = re.compile(r"\\\{attack\\\}")


@dataclass
class Tally:
    """What became of whole games: counts, and every fault with where it was."""

    counts: Counter[str] = field(default_factory=Counter)
    causes: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)

    def fault(self, kind: str, where: str, *told: object) -> None:
        self.counts[kind] += 1
        self.faults.append(f"{kind}: {where}: " + " | ".join(map(str, told)))


@dataclass
class Table:
    """A game under way, and the tab in which both sides tap."""

    game: Game
    play: WatchedPlay
    tab: ChromiumTab
    folder: Path
    chance: random.Random
    tally: Tally
    sheets: int = 0
    idle: int = 0
    last: list[tuple[str, str, str]] = field(default_factory=list)

    def go(self, most_turns: int) -> None:
        """Play to the end of the game, or of so many turns. Raises BrokenGame."""
        run_on(self.game, self.play)
        while self.play.state.over is None and self.play.state.turn <= most_turns:
            before = self.play.state
            self.sit_down(before.waiting()[0].player)
            self.idle = self.idle + 1 if self.play.state.waiting() == before.waiting() else 0
            if self.idle >= PATIENCE:
                self.give_up()
        self.tally.counts["turns"] += self.play.state.turn
        self.tally.counts["over"] += self.play.state.over is not None

    def where(self, side: str) -> str:
        asked = next((one.topic for one in self.play.state.waiting() if one.player == side), "")
        return f"{self.game.name} turn {self.play.state.turn} {self.play.state.segment} sheet {self.sheets} {side} {asked}"

    def sit_down(self, side: str) -> None:
        """Tap one sheet of a side, hold it against the dry run, and hand it to the referee."""
        self.sheets += 1
        view = playable(self.game, self.play.state, side)
        code = f"BEGIN ORDERS 1 turn {view.turn} {side} {self.sheets:08d}"
        facts = PageFacts(self.game, 1, side, view, code, TO)
        file = self.folder / f"{self.game.name}.html"
        file.write_bytes(orders_page(facts, self.folder, draw=view.turn == 1))
        self.tab.page.goto(file.as_uri())
        told = self.tab.ask("JSON.parse(document.getElementById('data').textContent)")
        found = self.tapped(told)
        if self.tab.wrong:
            self.tally.fault("script", self.where(side), self.tab.wrong)
            self.tab.wrong.clear()
        self.tally.counts["lines"] += len(found)
        if not found:
            self.tally.counts["empty"] += 1
            return
        self.compare(view, side, found, told)
        self.hand_in(view, side, found)

    def tapped(self, told: dict[str, Any]) -> list[Line]:
        """The lines that are tapped for a sheet."""
        chance, tab = self.chance, self.tab
        if chance.random() < 0.04 and self.sheets > 2:
            some = keys(tab, "standing ")
            if some:
                tap(tab, chance.choice(some))
        struck = (team["where"] for q in told["questions"] for team in q["teams"] if "where" in team)
        near = {at for where in struck for sides in where.values() for at in sides}
        for n, question in enumerate(told["questions"]):
            if question.get("plan") and chance.random() < 0.8:
                continue
            if tab.ask(f"document.querySelector('[data-question=\"{n}\"]') !== null"):
                if question["topic"] in PLACED and chance.random() < 0.5:
                    for _ in range(chance.randrange(1, 6)):
                        write_one(tab, chance, f'[data-question="{n}"]')
                answered(tab, n, question, chance, chance.choice((1, 3, 6, 12)), near)
        if chance.random() < 0.1 and (some := keys(tab, "drop ")):
            tap(tab, chance.choice(some))
        heeded(tab)
        return lines(tab)

    def compare(self, view: State, side: str, found: list[Line], told: dict[str, Any]) -> None:
        """Hold the lines against a dry run on the side's own view."""
        where = self.where(side)
        rulings = judged(self.game, view, side, [line.text for line in found])
        everything_sure = all(line.state == "sure" for line in found)
        for line, verdicts in zip(found, rulings, strict=True):
            self.tally.counts[f"state {line.state}"] += 1
            self.tally.verbs[f"{line.text.split()[0]} {line.state}"] += 1
            said = {one.verdict for one in verdicts}
            if line.state == "sure" and not said <= SURE:
                apart = [one.text for one in found if one.state == "sure"]
                again = (
                    verdicts
                    if everything_sure
                    else judged(self.game, view, side, apart)[apart.index(line.text)]
                )
                if {one.verdict for one in again} <= SURE:
                    self.tally.counts["sure, held by others"] += 1
                else:
                    self.tally.fault("SURE REFUSED", where, line, again, [one.text for one in found])
            elif line.state == "later" and said & set(FAULTS):
                self.tally.fault("PLAN REFUSED", where, line, verdicts, [one.text for one in found])
            elif line.state in ("order", "chance") and said & set(FAULTS):
                no = next(one for one in verdicts if one.verdict in FAULTS)
                self.tally.causes[f"{self.game.name} {line.state} {no.text.split()[0]} {no.rule}"] += 1
                self.tally.counts[f"{line.state} refused"] += 1
            elif line.state == "own":
                self.tally.fault("UNKNOWN", where, line, verdicts, [one.text for one in found])
            elif line.state == "standing" and said & set(FAULTS):
                self.tally.fault("STANDING REFUSED", where, line, verdicts)
            self.odds(where, line, verdicts, told)

    def odds(self, where: str, line: Line, verdicts: Sequence[Ruling], told: dict[str, Any]) -> None:
        """Compare what is told of an attack."""
        if not line.means or not verdicts or {one.verdict for one in verdicts} & set(FAULTS):
            return
        forms = (NAMED.sub(r"\\d+", re.escape(one)) for q in told["questions"] for one in q["prospects"])
        if not any(re.fullmatch(form, line.means) for form in forms):
            return
        kind = "odds" if line.state == "sure" else f"odds {line.state}"
        if verdicts[0].verdict != "may be done":
            self.tally.counts[f"{kind} not told ({verdicts[0].verdict})"] += 1
        elif line.means in verdicts[0].why:
            self.tally.counts[f"{kind} equal"] += 1
        else:
            self.tally.fault(f"{kind} DIFFER", where, line, verdicts[0].why)

    def hand_in(self, view: State, side: str, found: list[Line]) -> None:
        """Let the referee have the lines as those of a mailed sheet."""
        where = self.where(side)
        texts = [text for line in found for text in line.text.split(" / ")]
        sheet = list(enumerate(texts, 1))
        rulings = judge(self.game, self.play, side, sheet, self.sheets)
        self.play.rulings.clear()
        self.last = [(one.text, one.verdict, one.why) for one in rulings]
        of = [line for line in found for _ in line.text.split(" / ")]
        for ruling in rulings:
            if ruling.verdict in FAULTS:
                state = of[ruling.line - 1].state
                self.tally.counts[f"real refused {state}"] += 1
                if state == "sure":
                    self.tally.faults.append(f"hidden? {where}: {ruling} {[one.text for one in found]}")

    def give_up(self) -> None:
        """Answer a question as a bot does, and say that it could not be tapped."""
        asked, self.idle = self.play.state.waiting()[0], 0
        self.tally.fault(
            "STUCK", self.where(asked.player), asked.question, self.play.state.kept.get(asked.player)
        )
        answer = self.game.bot(self.play.state, asked, self.chance)
        self.sheets += 1
        judge(self.game, self.play, asked.player, list(enumerate([*answer, AS_IS[0]], 1)), self.sheets)
        self.play.rulings.clear()


def play_by_tapping(
    game: Game, seed: str, browser: Chromium, folder: Path, most_turns: int = 999, tally: Tally | None = None
) -> Tally:
    """One game of stand-ins."""
    tally = tally or Tally()
    chance = random.Random(f"{seed} {game.name}")
    play = WatchedPlay(game, game.start(game.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    blank = folder / "blank.html"
    blank.write_text("<!DOCTYPE html><title>blank</title>", encoding="utf-8")
    with browser.tab(blank, SIZES[2]) as tab:
        table = Table(game, play, tab, folder, chance, tally)
        try:
            table.go(most_turns)
        except BrokenGame as broken:
            tally.fault("BROKEN", table.where(""), broken)
        tally.counts["sheets"] += table.sheets
    return tally


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games, and tell what came of them."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("games", nargs="*", default=game_names())
    told.add_argument("--seed", default="tap")
    told.add_argument("--games", type=int, default=1, dest="count")
    told.add_argument("--turns", type=int, default=999)
    wanted = told.parse_args(arguments)
    wrong = 0
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for n in range(wanted.count):
            for name in wanted.games:
                began = time.process_time(), time.perf_counter()
                tally = play_by_tapping(
                    find_game(name), f"{wanted.seed} {n}", browser, Path(folder), wanted.turns
                )
                took = time.process_time() - began[0], time.perf_counter() - began[1]
                print(
                    name,
                    f"{wanted.seed} {n}",
                    dict(sorted(tally.counts.items())),
                    "cpu %.0f wall %.0f" % took,
                    flush=True,
                )
                print("   ", dict(tally.causes), dict(tally.verbs))
                for fault in tally.faults:
                    print("   ", fault[:1500], flush=True)
                wrong += len(tally.faults)
    return int(wrong > 0)


if __name__ == "__main__":
    raise SystemExit(main())
