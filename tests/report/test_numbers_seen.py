"""Arrows, stars and signs hide no number of a counter, and the legend tells what is in the picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image, ImageChops

from adjudicator.catalogue import game_names
from adjudicator.events import Event, StepLost, UnitEliminated, UnitMoved
from adjudicator.game import Game
from adjudicator.games.koenigsberg45 import GAME as KOENIGSBERG
from adjudicator.games.koenigsberg45.events import CombatResolved
from adjudicator.games.raceforberlin import GAME as BERLIN
from adjudicator.mail.desk.trial import known_to
from adjudicator.report.drawing.caption import PAPER, READ, Measure, captioned, colours, legend, read_at
from adjudicator.report.drawing.close_ups import LEGIBLE, PHONE, close_ups, parts, widest
from adjudicator.report.drawing.empty_board import EmptyBoard, ground
from adjudicator.report.drawing.painting import numbers, paint
from adjudicator.report.drawing.places import lay
from adjudicator.report.drawing.seen import within
from adjudicator.report.scene import Arrow, Clash, Loss, Piece, Scene, scene
from adjudicator.state import State
from adjudicator.store import fold
from builder.layout.module_file import DPI
from counters.roster.load import load_roster
from maps.drawing.panel import BAR_MM
from tests.cases import one_quick
from tests.report.berlin import ACTION, ADVANCE, COMBAT, START, seen
from tests.report.test_hex_pictures import COUNTER, PITCH, board

HEX = "4323"
"""A hex around which the test crowds both sides."""


def hidden(game: Game, board: EmptyBoard, shown: Scene) -> list[str]:
    """The units in what happened whose numbers look otherwise where that is not drawn."""
    roster = load_roster(game.name)
    plain = replace(shown, arrows=(), clashes=(), losses=(), pieces=_without_news(shown.pieces))
    there, bare = paint(board, roster, shown), paint(board, roster, plain)
    found = []
    for piece, spot in lay(board, shown.pieces, shown.markers).pieces:
        for frame in numbers(roster, piece, spot) if piece.at in shown.action else ():
            left, top, right, bottom = (round(edge) for edge in frame)
            box = (left, top, right, bottom)
            other = ImageChops.difference(there.crop(box), bare.crop(box)).convert("L").point(bool)
            if other.histogram()[1] > 0.04 * other.width * other.height:
                found.append(piece.unit)
    return found


def _without_news(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return tuple(replace(piece, news="") for piece in pieces)


# -- areas -----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_hides_a_number_in_a_game_of_areas(boards: Path) -> None:
    board = ground("raceforberlin", boards)
    went = UnitMoved(rule="8.4", unit="8GA-1", path=("bridgehead", "lebus"), how="advance")
    came = UnitMoved(rule="7", unit="3SHA-1", path=("kustrin", "bridgehead"))
    fought = replace(COMBAT, attackers=("8GA-1", "8GA-2"))
    for events in (ACTION, (COMBAT, ADVANCE), (fought, StepLost(rule="8.2", unit="712", left=1), went, came)):
        assert hidden(BERLIN, board, seen("zhukov", *events)) == []


# -- hexes -----------------------------------------------------------------------------------------------


def crowded() -> tuple[State, tuple[str, ...], tuple[str, ...]]:
    """Germans in a hex and in two beside it, two Soviets in each of three others; attackers, defenders."""
    state, near = KOENIGSBERG.start("campaign"), list(KOENIGSBERG.start("campaign").board.links[HEX])
    on_map = [unit for unit in state.units.values() if unit.at in state.board.spaces]
    divisions = {
        side: [u for u in on_map if u.side == side and not u.id.startswith("HQ")]
        for side in ("german", "soviet")
    }
    homes = {"german": [HEX, HEX, near[3], near[4]], "soviet": [near[n // 2] for n in range(6)]}
    for side, hexes in homes.items():
        for unit, at in zip(divisions[side], hexes, strict=False):
            state = state.with_unit(replace(unit, at=at))
    attackers = tuple(unit.id for unit in divisions["soviet"][:6])
    return state, attackers, tuple(unit.id for unit in divisions["german"][:2])


def events_of(
    case: str, attackers: tuple[str, ...], defenders: tuple[str, ...], near: list[str]
) -> list[Event]:
    """A battle for the hex, and what came of it."""
    fought = CombatResolved(
        rule="7.2.3", space=HEX, attackers=attackers, defenders=defenders, attack=12, defence=5, parts=(),
        column="3-1", shifts=(), die=3, final=3, result="A1/D1",
    )  # fmt: skip
    if case == "step":
        return [fought, StepLost(rule="8", unit=attackers[0], left=1)]
    if case == "loss":
        return [fought, UnitEliminated(rule="8", unit=defenders[0], at=HEX)]
    retreats = [UnitMoved(rule="8", unit=unit, path=(HEX, near[5]), how="retreat") for unit in defenders]
    return [fought, *retreats, UnitMoved(rule="9", unit=attackers[-1], path=(near[2], HEX), how="advance")]


@pytest.mark.slow
@pytest.mark.parametrize("case", one_quick(["advance", "step", "loss"]))
def test_nothing_hides_a_number_where_hexes_are_full(boards: Path, case: str) -> None:
    state, attackers, defenders = crowded()
    events = events_of(case, attackers, defenders, list(state.board.links[HEX]))
    before, after = (known_to(KOENIGSBERG, one, "german") for one in (state, fold(state, events)))
    shown = scene(KOENIGSBERG, 1, before, after, [event for event in events if event.seen_by("german")])
    assert shown.clashes and HEX in shown.action
    assert hidden(KOENIGSBERG, ground("koenigsberg45", boards), shown) == []


# -- the legend ------------------------------------------------------------------------------------------


def words(shown: Scene) -> list[str]:
    return [sign.word for sign in legend(load_roster("raceforberlin"), shown)]


def test_the_legend_says_what_it_means_that_a_counter_lies_turned() -> None:
    unit = START.units["8GA-1"]
    done = START.with_unit(replace(unit, flags=frozenset({"activated"})))
    assert words(scene(BERLIN, 1, done, done, ())) == ["turned: activated"]
    assert words(scene(BERLIN, 1, START, START, ())) == []


def test_the_legend_shows_what_is_in_the_picture_and_nothing_else() -> None:
    piece = Piece("712", "lebus", 0, "712", badges=("out-of-supply",), news="lost")
    everything = Scene(
        "", (piece, replace(piece, news="placed")), (),
        arrows=(Arrow(("goritz", "lebus"), "advance", "soviet", "zhukov", 1),),
        clashes=(Clash(("goritz", "bridgehead"), "lebus", "3:1", "5", "D2R"),),
        losses=(Loss("169", "lebus"),), ghosts=(piece,),
    )  # fmt: skip
    assert words(everything) == [
        "advance", "attack", "odds, result, die", "lost", "step lost", "new or restored",
        "was here", "Out of supply",
    ]  # fmt: skip
    assert "attack" not in words(replace(everything, clashes=(Clash(("goritz",), "lebus", "3:1", "5", "D"),)))
    assert words(Scene("", (), ())) == []


SEVEN = tuple(
    Arrow(("goritz", "lebus"), how, "soviet", "zhukov", 1)
    for how in ("move", "advance", "retreat", "reserve", "free", "displaced", "follow")
)


def test_a_long_legend_takes_further_rows_and_hides_no_caption() -> None:
    roster, picture, size = load_roster("raceforberlin"), Image.new("RGB", (900, 100)), Measure(19)
    title = "Race for Berlin, game 1. Turn 1 of 10, C.3 German impulse, Koniev (north)"
    signs = list(legend(roster, Scene("", (), (), SEVEN)))
    short, long = (captioned(picture, some, size, title) for some in ([], signs))
    assert long.height > short.height + size.row and long.width == 900
    first = (0, 100, 900, 100 + size.row)
    assert ImageChops.difference(long.crop(first), short.crop(first)).getbbox() is None


def test_under_a_closer_look_a_legend_is_low_and_begins_at_the_left() -> None:
    signs, size = list(legend(load_roster("raceforberlin"), Scene("", (), (), SEVEN))), Measure(16)
    look = Image.new("RGB", (444, 600))
    made = captioned(look, signs, size)
    assert made.height <= look.height + 4 * size.row <= 1.25 * look.height
    for top in range(look.height, made.height, size.row):
        row = made.crop((0, top, made.width, top + size.row))
        inked = ImageChops.difference(row, Image.new("RGB", row.size, PAPER)).getbbox()
        assert inked is not None and inked[0] <= 2 * size.side
    assert captioned(look, [], size).height == look.height


@pytest.mark.slow
@pytest.mark.parametrize("game", one_quick(game_names()))
def test_a_phone_shows_the_words_of_every_legend_equally_large(boards: Path, game: str) -> None:
    under = ground(game, boards)
    shown = LEGIBLE / under.counter
    assert READ <= read_at(shown).words * shown < READ + 1
    assert widest(under)[0] * shown <= PHONE


def test_a_way_that_ends_out_of_sight_has_no_sign() -> None:
    scene = Scene("", (), (), (Arrow(("1005", "1205"), "move", "soviet", "zhukov", 1),))
    on, middle = board((3100, 0, 3200, 100)), (12 * PITCH + PITCH // 2, 5 * PITCH + PITCH // 2)
    for left, there in ((middle[0] - 2 * COUNTER, 1), (middle[0] - COUNTER // 2, 0), (middle[0], 0)):
        assert len(within(on, scene, (left, 0, left + 600, 600)).arrows) == there
    entered = replace(scene, arrows=(Arrow(("box-0", "1205"), "move", "soviet", "zhukov", 1),))
    assert within(on, entered, (0, 0, 3000, 2000)).arrows == ()
    fought = Scene("", (), (), clashes=(Clash(("1005", "1205"), "1105", "3:1", "5", "D", support=("1205",)),))
    (seen,) = within(on, fought, (0, 0, 11 * PITCH + PITCH // 2, 600)).clashes
    assert (seen.origins, seen.support) == (("1005",), ())


def test_each_sign_is_explained_under_every_closer_look_that_has_it(boards: Path) -> None:
    board, roster = ground("raceforberlin", boards), load_roster("raceforberlin")
    moved = Arrow(("muskau", "priebus"), "move", "soviet", "koniev", 1)
    far = Arrow(("goritz", "lebus"), "move", "soviet", "zhukov", 1)
    shown = Scene("", (), (), (moved, far), losses=(Loss("169", "lebus"),))
    seen = {
        part: [sign.word for sign in legend(roster, within(board, shown, part))]
        for part in close_ups(board, shown)
    }
    assert sorted(seen.values()) == [["move"], ["move", "lost"]]


def test_the_colours_of_counters_are_told_by_a_sample_of_each_with_what_their_numbers_are() -> None:
    told = [sign.word for sign in colours(load_roster("raceforberlin"), scene(BERLIN, 1, START, START, ()))]
    assert sorted(told) == [
        f"{nation} ({side}): strength-movement"
        for nation in ("German", "Soviet") for side in ("Koniev", "Zhukov")
    ]  # fmt: skip


def test_the_numbers_of_most_counters_are_told_first_and_those_of_an_hq_beside_them() -> None:
    units = (Piece("HQ 43", "4008", 0, ""), *(Piece(unit, "4008", 0, "") for unit in ("54", "90", "103")))
    told = [sign.word for sign in colours(load_roster("koenigsberg45"), Scene("", units, ()))]
    assert told == ["Soviet: attack-defence-movement", "Soviet: range-movement"]


def test_numbers_that_only_end_otherwise_are_told_once() -> None:
    units = tuple(Piece(unit, "4008", 0, "") for unit in ("111RR", "116RR", "119RR", "ART-1", "19TB"))
    assert len({load_roster("panzerkorps48").counters[one.unit].numbers_mean(0) for one in units}) > 1
    told = [sign.word for sign in colours(load_roster("panzerkorps48"), Scene("", units, ()))]
    assert told == ["Soviet: strength-movement"]


# -- the boxes beside the map ----------------------------------------------------------------------------


def test_the_picture_of_the_boxes_holds_the_heading_of_the_turn_track(boards: Path) -> None:
    board = ground("koenigsberg45", boards)
    _, ((_, top, _, _),) = parts(board)
    first = board.box("turn-1")
    assert first is not None
    bar = round(BAR_MM * DPI / 25.4)
    row = board.image.crop((first[0], first[1] - bar + 3, first[2], first[1] - bar + 4)).convert("L")
    assert min(row.tobytes()) < 90, "the bar of the heading lies above the first square"
    assert top <= first[1] - bar
