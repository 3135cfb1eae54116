"""Whole games by tapping alone: `python -m tests.tapping.whole_games [GAME ...] [--seed A] [--games 1]`.

A stand-in for each side taps at random on its page in Chromium: some answers, what may follow them, plans,
standing orders. What it has written goes to the referee as a mailed sheet does. Each line of which the page
is sure is held against a dry run on the side's own view: it is not refused there, and what the page tells of
an attack is what the dry run tells. The first turn is tapped with the map, the others in the lists alone.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from adjudicator.catalogue import find_game, game_names
from adjudicator.dice import SeededDice
from adjudicator.game import Game
from adjudicator.judging.bots import WatchedPlay
from adjudicator.judging.referee import judge, run_on
from adjudicator.judging.what_if import playable
from adjudicator.rulings import Ruling
from adjudicator.state import State
from adjudicator.tapping.page import PageFacts, orders_page
from adjudicator.waiting_lines import AS_IS, FAULTS
from tests.tapping.browsers import Chromium, ChromiumTab, chromium
from tests.tapping.finger import SIZES, Line, answered, heeded, keys, lines, tap, typed, write_one
from tests.tapping.positions import TO, judged

PATIENCE = 12
"""So many sheets in a row may leave what is asked as it is before that is answered without the page."""
PLACED = ("setup", "plan")
"""Questions whose example is taken whole, often below some lines of one's own."""
SURE = {"may be done", "not-judged"}
"""What a dry run may say of a line that the page is sure of: it stands, or a die comes before it."""
WARNS = {"bad", "far", "many", "idle", "first"}
"""States of lines of which the page itself says that they do not go: none is sent."""
STRENGTHS = re.compile(r"^(\S+) strength points against ([^\s:,]+)(?:: ([^\s,]+))?, before .*$")
"""What the page says where shifts hang on who comes; the column, too, where the game tells it."""
SHIFTED = re.compile(r"\b(?:right|left)\b")
"""What a dry run says of a column that is not the ratio's."""
GOING = ("move ", "card ")
"""How the lines begin after which a unit may count otherwise."""
LATER = "comes first and can change this"
"""What a dry run says, and nothing else, of an attack below another."""
DATA = "JSON.parse(document.getElementById('data').textContent)"


@dataclass
class Tally:
    """What came of games: counts, what of them by verb, and each fault with where it was.

    Faults are sure lines that are refused, other odds than the dry run's, lines that the page does not know
    again, questions for which nothing can be tapped, errors of the script.
    """

    counts: Counter[str] = field(default_factory=Counter)
    verbs: Counter[str] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


@dataclass
class Sheet:
    """What a side taps at one sitting: where in the game, its view, the page's data, the lines."""

    where: str
    side: str
    view: State
    data: Mapping[str, Any]
    found: list[Line]

    @property
    def texts(self) -> list[str]:
        return [line.text for line in self.found]


@dataclass
class Table:
    """A game under way, and the tab in which both sides tap."""

    game: Game
    play: WatchedPlay
    tab: ChromiumTab
    folder: Path
    chance: random.Random
    tally: Tally = field(default_factory=Tally)
    idle: int = 0
    told: list[Ruling] = field(default_factory=list)

    def go(self, most_turns: int) -> Tally:
        """Play to the end of the game, or of so many turns. Raises BrokenGame."""
        run_on(self.game, self.play)
        while self.play.state.over is None and self.play.state.turn <= most_turns:
            before = self.play.state.waiting()
            self.sit_down(before[0].player)
            self.idle = self.idle + 1 if self.play.state.waiting() == before else 0
            if self.idle >= PATIENCE:
                self.give_up()
        self.tally.counts["turns"] = self.play.state.turn
        self.tally.counts["over"] = int(self.play.state.over is not None)
        return self.tally

    def fault(self, kind: str, where: str, *told: object) -> None:
        self.tally.counts[kind] += 1
        self.tally.faults.append(f"{kind}: {where}: " + " | ".join(map(str, told)))

    def sit_down(self, side: str) -> None:
        """Tap one sheet of a side, hold it against the dry run, and hand it to the referee."""
        self.tally.counts["sheets"] += 1
        state, number = self.play.state, self.tally.counts["sheets"]
        view = playable(self.game, state, side)
        facts = PageFacts(self.game, 1, side, view, f"BEGIN ORDERS 1 turn {view.turn} {side} {number}", TO)
        file = self.folder / f"{self.game.name}.html"
        file.write_bytes(orders_page(facts, self.folder, draw=view.turn == 1))
        self.tab.page.goto(file.as_uri())
        data = self.tab.ask(DATA)
        asked = ",".join(question["topic"] for question in data["questions"])
        where = f"turn {state.turn} {state.segment}, sheet {number} of {side} ({asked})"
        sheet = Sheet(where, side, view, data, self.tapped(view, side, data))
        if self.tab.wrong:
            self.fault("script", where, *self.tab.wrong)
            self.tab.wrong.clear()
        self.tally.counts["lines"] += len(sheet.found)
        self.compare(sheet)
        self.hand_in(sheet)

    def tapped(self, view: State, side: str, data: Mapping[str, Any]) -> list[Line]:
        """The lines that are tapped for a sheet."""
        chance, tab = self.chance, self.tab
        standing = keys(tab, "standing ") if chance.random() < 0.04 else []
        if standing:
            tap(tab, chance.choice(standing))
        board, others = view.board, (unit.at for unit in view.units.values() if unit.side != side)
        near = {space for at in others if at in board.links for space in board.neighbours(at)}
        for n, question in enumerate(data["questions"]):
            if question.get("plan") and chance.random() < 0.8:
                continue
            scope = f'[data-question="{n}"]'
            if tab.ask(f"document.querySelector('{scope}') !== null"):
                own = chance.randrange(6) if question["topic"] in PLACED and chance.random() < 0.5 else 0
                for _ in range(own):
                    write_one(tab, chance, scope)
                answered(tab, n, question, chance, chance.choice((1, 3, 6, 12)), near)
        dropped = keys(tab, "drop ") if chance.random() < 0.1 else []
        if dropped:
            tap(tab, chance.choice(dropped))
        elif chance.random() < 0.1:
            written = [line.text for line in lines(tab)]
            typed(tab, chance.sample(written, len(written)))
        heeded(tab)
        return lines(tab)

    def compare(self, sheet: Sheet) -> None:
        """Hold the lines against a dry run on the side's own view."""
        rulings = judged(self.game, sheet.view, sheet.side, sheet.texts)
        for line, told in zip(sheet.found, rulings, strict=True):
            self.tally.counts[line.state] += 1
            self.tally.verbs[f"{line.text.split()[0]} {line.state}"] += 1
            refused = not {one.verdict for one in told}.isdisjoint(FAULTS)
            if line.state == "sure":
                self.stands(sheet, line, told)
            elif line.state == "own" and untold(sheet.data, line.text):
                self.tally.counts["sets that were not worked out"] += 1
            elif line.state in WARNS | {"own"} or (refused and line.state in {"later", "standing"}):
                self.fault(f"{line.state} REFUSED" if refused else line.state, sheet.where, line, told)
            elif refused:
                self.tally.counts[f"{line.state} refused"] += 1
            if not refused and told:
                self.odds(sheet, line, told[0])

    def stands(self, sheet: Sheet, line: Line, told: Sequence[Ruling]) -> None:
        """A sure line is not refused; one that others put on hold is tried with other sure ones alone."""
        if {one.verdict for one in told} <= SURE:
            return
        sure = [one.text for one in sheet.found if one.state == "sure"]
        told = judged(self.game, sheet.view, sheet.side, sure)[sure.index(line.text)]
        if {one.verdict for one in told} <= SURE:
            self.tally.counts["sure, on hold for others"] += 1
        else:
            self.fault("sure REFUSED", sheet.where, line, told, sheet.texts)

    def odds(self, sheet: Sheet, line: Line, told: Ruling) -> None:
        """Compare what is told of an attack; a dry run tells nothing of one that comes after a die, or after
        another combat of the same sheet."""
        prospects = (one for question in sheet.data["questions"] for one in question["prospects"])
        forms = (re.escape(one).replace(r"\{attack\}", r"[\d.]+") for one in prospects)
        means, doubted = without_doubt(sheet, line)
        if not means or not any(re.fullmatch(form, means) for form in forms):
            return
        later = line.state == "order" and told.why.endswith(LATER)  # no odds of a combat that comes later
        if told.verdict != "may be done" or later:
            self.tally.counts["odds not told by the dry run"] += 1
        elif as_told(means, told.why) in told.why:
            self.tally.counts["odds in doubt, and equal" if doubted else "odds equal"] += 1
        elif doubted:
            self.tally.counts["odds in doubt"] += 1
        else:
            self.fault("odds DIFFER", sheet.where, line, told.why, sheet.texts)

    def hand_in(self, sheet: Sheet) -> None:
        """Let the referee have the lines as those of a mailed sheet."""
        states = [line.state for line in sheet.found for _ in line.text.split(" / ")]
        orders = [text for one in sheet.texts for text in one.split(" / ")]
        number = self.tally.counts["sheets"]
        self.told = judge(self.game, self.play, sheet.side, list(enumerate(orders, 1)), number)
        self.play.rulings.clear()
        for ruling in self.told:
            if ruling.verdict in FAULTS and states[ruling.line - 1] == "sure":
                self.tally.counts["sure, stopped by what is hidden"] += 1

    def give_up(self) -> None:
        """Answer a question as a bot does, and say that it could not be tapped."""
        asked, self.idle = self.play.state.waiting()[0], 0
        last = [(one.text, one.verdict, one.why) for one in self.told]
        self.fault("STUCK", f"turn {self.play.state.turn}", asked.player, asked.question, last)
        self.tally.counts["sheets"] += 1
        answer = [*self.game.bot(self.play.state, asked, self.chance), AS_IS[0]]
        judge(self.game, self.play, asked.player, list(enumerate(answer, 1)), self.tally.counts["sheets"])
        self.play.rulings.clear()


def untold(data: Mapping[str, Any], text: str) -> bool:
    """Whether a line may be a set of which the page said that it was not worked out."""
    teams = (team for question in data["questions"] for team in question["teams"] if "whole" not in team)
    return any(text.startswith(form.partition("{")[0]) for team in teams for form in team["forms"].values())


def without_doubt(sheet: Sheet, line: Line) -> tuple[str, bool]:
    """What the page tells of an attack, and whether it says that this hangs on the lines above: only where
    one of its units may count otherwise, and another unit moves or a card is played above it."""
    for team in (one for question in sheet.data["questions"] for one in question["teams"]):
        means = line.means.removesuffix(f", {team.get('doubt')}")
        if means != line.means:
            before, after = team["forms"]["units"].split("{units}")
            named = line.text.removeprefix(before).removesuffix(after)
            unsure = [unit for unit in team["unsure"] if re.search(rf"(^|, ){unit}(,| |$)", named)]
            above = [text for text in sheet.texts[: sheet.texts.index(line.text)] if text.startswith(GOING)]
            if any(text.partition(" to ")[0] != f"move {unit}" for unit in unsure for text in above):
                return means, True
    return line.means, False


def as_told(means: str, why: str) -> str:
    """What the page tells of an attack, as a dry run says it: of one from where units go, the strengths, and
    their column unless it is shifted."""
    found = STRENGTHS.match(means)
    if not found:
        return means
    attack, defence, column = found.groups()
    return f"{attack} to {defence}, column" + (f" {column}" if column and not SHIFTED.search(why) else "")


def tapped_game(game: Game, seed: str, browser: Chromium, folder: Path, most_turns: int = 999) -> Tally:
    """A game of stand-ins, to its end or to that of so many turns. Raises BrokenGame."""
    play = WatchedPlay(game, game.start(game.scenarios[0]), SeededDice(random.Random(f"{seed} dice")))
    blank = folder / "blank.html"
    blank.write_text("<!DOCTYPE html><title>-</title>", encoding="utf-8")
    with browser.tab(blank, SIZES[2]) as tab:
        return Table(game, play, tab, folder, random.Random(f"{seed} {game.name}")).go(most_turns)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games, and tell what came of them; 1 where there was any fault."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("games", nargs="*", default=game_names())
    told.add_argument("--seed", default="tap")
    told.add_argument("--games", type=int, default=1, dest="count")
    told.add_argument("--turns", type=int, default=999)
    wanted = told.parse_args(arguments)
    faults = 0
    with tempfile.TemporaryDirectory() as folder, chromium() as browser:
        for seed in (f"{wanted.seed} {n}" for n in range(wanted.count)):
            for name in wanted.games:
                began = time.process_time()
                tally = tapped_game(find_game(name), seed, browser, Path(folder), wanted.turns)
                faults += len(tally.faults)
                seconds = f"{time.process_time() - began:.0f} s beside the browser's"
                print(name, seed, dict(sorted(tally.counts.items())), seconds, flush=True)
                print("   ", dict(sorted(tally.verbs.items())), *tally.faults, sep="\n    ", flush=True)
    return int(faults > 0)


if __name__ == "__main__":
    raise SystemExit(main())
