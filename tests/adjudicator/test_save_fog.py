"""Saved games of a side's own view: what the view does not hold is not in the bytes, however it lay."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.bookkeeping import Books
from adjudicator.by_mail.views import Secrets
from adjudicator.events import UnitMade
from adjudicator.game import Game
from adjudicator.judging.vassal import read_steps
from adjudicator.report.save import saved_game
from adjudicator.report.scene import scene
from adjudicator.state import State
from builder.layout.board import draw_layout
from builder.layout.places import layout_places
from builder.module.setup import Placement
from builder.saves.fog import Seen, Unseen, placements_seen
from builder.saves.read_saves import SavedGame, read_vsav
from builder.saves.write_logs import Frame, write_vlog
from tests.builder.cardgame import MODULE, write_cards


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_cards(tmp_path_factory.mktemp("fog") / "twodecks")


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return Books(folder).game()


def save(game: Game, folder: Path, view: State) -> bytes:
    return saved_game(str(folder), scene(game, 1, view, view, ()), view)


def read(data: bytes, tmp_path: Path) -> SavedGame:
    file = tmp_path / "a.vsav"
    file.write_bytes(data)
    return read_vsav(file)


def seen_by_blue(state: State, top: str, **below: str) -> State:
    """Blue's own units, and of Red's only the one on top; `below` says where Red's others stand."""
    moved = {unit: replace(state.units[unit], at=at) for unit, at in below.items()}
    whole = state.but(units={**state.units, **moved})
    return whole.but(units={u.id: u for u in whole.units.values() if u.side == "blue" or u.id == top})


def test_what_lies_below_a_top_is_nowhere_in_the_save(game: Game, folder: Path, tmp_path: Path) -> None:
    state = game.start("setup")
    full = save(game, folder, seen_by_blue(state, "2G", **{"1G": "0202", "S1": "0202"}))
    bare = save(game, folder, seen_by_blue(state, "2G", **{"1G": "0505", "S1": "off-map"}))
    assert full == bare != b""
    units = {piece.properties.get("Unit") for piece in read(full, tmp_path).pieces}
    assert {"2G", "L1", "L2", "L3", "L4"} <= units and not {"1G", "S1", "S2", "S3"} & units


def test_the_order_in_which_units_came_to_stand_there_is_not_told(game: Game, folder: Path) -> None:
    view = seen_by_blue(game.start("setup"), "2G")
    units = dict(sorted(view.units.items(), key=lambda one: one[1].side))
    assert list(units) != list(view.units)
    assert save(game, folder, view.but(units=units)) == save(game, folder, view)


def test_a_card_somebody_holds_shows_the_back_of_its_deck(game: Game, folder: Path, tmp_path: Path) -> None:
    hands = {"red": ("hidden-red-cards", "?"), "blue": ("b-1",)}
    pieces = read(save(game, folder, game.start("setup").but(hands=hands)), tmp_path).pieces
    held = [(piece.map, piece.name) for piece in pieces if piece.map != "Board"]
    assert held == [("Cards of Red", "Hidden card (Red cards)"), ("Cards of Blue", "1 Blue plan 1")]


def test_piles_and_discards_lie_in_their_boxes_and_what_is_hidden_there_tells_nothing(
    game: Game, folder: Path, tmp_path: Path
) -> None:
    secrets = Secrets(face_down=lambda card: "hidden-red-cards", places={"red-deck": ""})
    layout = draw_layout(str(folder))[0]

    def of_blue(hand: tuple[str, ...], pile: tuple[str, ...], discards: tuple[str, ...]) -> bytes:
        state = game.start("setup").but(
            hands={"red": hand, "blue": ()}, cups={"red-deck": pile, "red-discards": discards}
        )
        return save(game, folder, secrets.hide(state, "blue"))

    one = of_blue(("r-1",), ("r-2",), ("r-3",))
    assert one == of_blue(("r-2",), ("r-1",), ("r-3",)) != of_blue(("r-3",), ("r-1",), ("r-2",))
    cards = [piece for piece in read(one, tmp_path).pieces if "lan" in piece.name or "card" in piece.name]
    lies = {(piece.name.startswith("Hidden"), piece.map, piece.x, piece.y) for piece in cards}
    assert {(True, "Board", *layout.spot("red-deck")), (False, "Board", *layout.spot("red-discards"))} <= lies


def test_open_cards_lie_in_their_sides_box_and_a_known_cup_is_filled(tmp_path: Path) -> None:
    boxes = 'eliminated = "eliminated"\n'
    held = MODULE.replace(boxes, f'{boxes}[boxes.held]\nred = "set-aside"\n')
    folder = write_cards(tmp_path / "twodecks", held)
    game = Books(folder).game()
    view = game.start("setup").but(hands={"red": ("hq-3",)}, cups={"cup": ("hq-2", "hq-1")})
    where = {piece.name: piece for piece in read(save(game, folder, view), tmp_path).pieces}
    layout = draw_layout(str(folder))[0]
    assert (where["3 Staff 3"].x, where["3 Staff 3"].y) == layout.spot("set-aside")
    assert {where[name].stack for name in ("1 Staff 1", "2 Staff 2")} == {where["1 Staff 1"].stack}
    turned = view.but(cups={"cup": ("hq-1", "hq-2")})
    assert save(game, folder, turned) == save(game, folder, view)


def test_units_that_were_made_lie_in_the_save_by_their_own_names(
    game: Game, folder: Path, tmp_path: Path
) -> None:
    view, places = seen_by_blue(game.start("setup"), "2G"), layout_places(draw_layout(str(folder))[0])
    for made, what, side, at in (("L1/2", "L1", "blue", "0505"), ("1G/2", "1G", "red", "0202")):
        view = UnitMade(rule="8.620", unit=made, what=what, side=side, at=at, steps=1).apply(view)
    saved = tmp_path / "a.vsav"
    saved.write_bytes(save(game, folder, view))
    pieces = {piece.properties.get("Unit"): piece for piece in read_vsav(saved, places).pieces}
    assert [(pieces[made].name, pieces[made].place) for made in ("L1/2", "1G/2")] == [
        ("L1/2", "0505"),
        ("1G/2", "0202"),
    ]
    assert pieces["L1"].gpid == pieces["L1/2"].gpid
    assert "1G" not in pieces  # its counter is in play, and not to be seen


def test_a_log_tells_units_that_were_made_apart(folder: Path, tmp_path: Path) -> None:
    def frame(*where: str) -> Frame:
        made = zip(("", "L1/2", "L1/3"), where, strict=True)
        return Frame(tuple(Placement("L1", at, made=unit) for unit, at in made))

    frames = [frame("0505", "0505", "0505"), frame("0505", "0505", "0506"), frame("0505", "0202", "0506")]
    log = write_vlog(str(folder), frames, tmp_path / "turn.vlog")
    steps = read_steps(str(folder), log.read_bytes(), "turn.vlog")
    moved = [(step.unit, step.origin, step.to) for step in steps if step.what == "move"]
    assert moved == [("L1/3", "0505", "0506"), ("L1/2", "0505", "0202")]


def test_dragging_a_piece_that_stands_for_unseen_units_is_nobodys_move(folder: Path, tmp_path: Path) -> None:
    there: Seen = {("0202", "red"): [Unseen()], ("0505", "blue"): [Placement("L1", "0505")]}
    gone: Seen = {("0203", "red"): [Unseen()], ("0506", "blue"): [Placement("L1", "0506")]}
    frames = [Frame(tuple(placements_seen(seen))) for seen in (there, gone)]
    log = write_vlog(str(folder), frames, tmp_path / "turn.vlog")
    steps = read_steps(str(folder), log.read_bytes(), "turn.vlog")
    moved = [(step.unit, step.origin, step.to) for step in steps if step.what == "move"]
    assert sorted(moved) == [("", "0202", "0203"), ("L1", "0505", "0506")]
