"""The files of one reader's pages: a page for each step, the battles, the dice, who stands where.

All of it is made of the steps, so it knows no more than they do. The same steps give the same bytes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from textwrap import shorten
from typing import Any

from adjudicator.game import Game
from adjudicator.pages.chance import tallies
from adjudicator.pages.finder import by_place, standing
from adjudicator.pages.steps import WATCHING, Step
from adjudicator.report.picture import Picture
from adjudicator.report.situation import situation
from adjudicator.report.story import Battle, Chapter, Combat, Sentence, heading, tell
from adjudicator.wording.clauses import read_clauses
from templates import render

GIST = 90
"""So many signs of the first thing told are in the list of steps."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture on a page: its file, and in words what it shows."""

    file: str
    shows: str


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle in the list of them: its title and what came of it, and the page that tells it."""

    title: str
    came: str
    page: str


@dataclass(frozen=True, slots=True)
class Book:
    """One reader's pages before they are written: the game, its number on the desk, its folder or name, who
    reads, the steps, and the pictures of each."""

    game: Game
    number: int
    home: str
    reader: str
    steps: tuple[Step, ...]
    pictures: tuple[tuple[Shown, ...], ...]

    def pages(self) -> Iterator[tuple[str, str]]:
        """The name and the text of every page."""
        for at, step in enumerate(self.steps):
            yield page_of(step), self.made("page", **self.of_step(at))
        last = self.steps[-1]
        yield (
            "index.html",
            self.made("pages_index", turns=self.turns(), shown=self.pictures[-1][:1], last=last),
        )
        yield "battles.html", self.made("pages_battles", fought=tuple(self.fought()))
        events = [event for step in self.steps for event in step.events]
        yield "dice.html", self.made("pages_dice", tallies=tallies(events, self.titles()))
        units = standing(self.game, last.after)
        yield "units.html", self.made("pages_units", units=units, places=by_place(units), last=last)
        for name in ("pages.css", "pages.js"):
            yield name, render(name, self.home)

    def made(self, template: str, **facts: Any) -> str:
        """A page of this book."""
        last = self.steps[-1]
        return render(
            f"{template}.html",
            self.home,
            title=self.game.title,
            number=self.number,
            reader=self.game.sides[self.reader] if self.reader else "everybody",
            when=heading(self.game, last.after.turn, last.after.segment),
            over=last.after.over,
            page_of=page_of,
            **facts,
        )

    def of_step(self, at: int) -> Mapping[str, Any]:
        """What the page of a step tells."""
        step = self.steps[at]
        return {
            "step": step,
            "steps": len(self.steps),
            "chapters": self.chapters(step),
            "stand": situation(self.game, step.after, self.reader),
            "stands_when": heading(self.game, step.after.turn, step.after.segment),
            "watching": self.reader == WATCHING,
            "hands_shown": self.game.hands_shown,
            "shown": self.pictures[at],
        }

    def turns(self) -> Iterator[tuple[int, tuple[tuple[Step, str], ...]]]:
        """The steps by their turn, each with the first thing told of it."""
        for turn, found in groupby(self.steps, key=lambda step: step.turn):
            yield turn, tuple((step, self.gist(step)) for step in found)

    def titles(self) -> Mapping[str, str]:
        """What the clauses of the rulebook are about, by their numbers."""
        return {id_: clause["title"] for id_, clause in read_clauses(self.game).items()}

    def chapters(self, step: Step) -> Sequence[Chapter]:
        """What happened in a step, as a story."""
        return tell(self.game, step.events, step.before.turn, step.before.segment)

    def gist(self, step: Step) -> str:
        """The first thing told of a step."""
        told = (item for chapter in self.chapters(step) for item in chapter.items)
        return next(
            (shorten(item.whole, GIST, placeholder=" ...") for item in told if isinstance(item, Sentence)), ""
        )

    def fought(self) -> Iterator[Fought]:
        """Every battle, in order: what was fought, and what came of a battle that was fought elsewhere."""
        names = self.game.names()
        for step in self.steps:
            for event in step.events:
                if event.decides:
                    yield Fought(step.title, event.says(names), page_of(step))
            for chapter in self.chapters(step):
                for item in chapter.items:
                    if isinstance(item, Combat):
                        fires = [inner.result for inner in item.items if isinstance(inner, Battle)]
                        yield Fought(item.title.text, "; ".join(fires), page_of(step))
                    elif isinstance(item, Battle):
                        yield Fought(f"{item.space}, {item.column}", item.result, page_of(step))


def page_of(step: Step | int) -> str:
    """The file of a step's page."""
    return f"step-{step if isinstance(step, int) else step.number:04}.html"


def picture_file(picture: Picture) -> str:
    """The file of a picture, named by what is in it."""
    return f"{picture.name}-{hashlib.sha256(picture.data).hexdigest()[:16]}.png"
