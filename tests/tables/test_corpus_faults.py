"""Faults that modules of other people and files of VASSAL itself brought to light, each shown here anew."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import pytest

from builder.vassal.traits import join, nest
from tables.opening import opened
from tables.position import Kind, Piece, Position, TableError, read_saved, write_saved
from tables.published import Published
from tables.side_file import class_of, is_alike
from tables.table import MOST_WORK, Table, parts_of, properties
from tables.withheld import withheld
from tests.tables.playing import SEATS, after, cutter, deck_of, log, module, move, named, start
from tests.tables.sampler import build_file, sampler

B = "VASSAL.build."
MASK_OLD = "obs;77,130;b.png;Flip;Gb.png;?;sides:Red;Peek"
MASK_NEW = "obs;77,130;b.png;Flip;Gb.png;?;sides:Red;Peek;;false;;"


def stack_of(position: Position, id_: str) -> str:
    return Table(position).inside[id_]


# -- stacks that move as stacks ----------------------------------------------------------------


def test_a_stack_that_moves_keeps_its_order_and_its_id() -> None:
    position = start()
    foot, second = named(position, "1st Foot"), named(position, "2nd Foot")
    stack = stack_of(position, foot)
    once = after(position, move(position, stack, ("Main", 300, 337)))
    twice = Table(after(once, move(once, stack, ("Main", 500, 337))))
    assert twice.order[stack] == [foot, second]
    assert twice.at[foot] == twice.at[second] == twice.at[stack] == ("Main", 500, 337)


def test_a_stack_that_is_put_down_where_it_is_stays_as_it_is() -> None:
    position = start()
    stack = stack_of(position, named(position, "1st Foot"))
    table = Table(after(position, move(position, stack, Table(position).at[stack])))
    assert table.order[stack] == Table(position).order[stack]


def test_a_stack_comes_to_lie_in_its_order_on_top_of_another() -> None:
    position = start()
    foot, second, horse = (named(position, name) for name in ("1st Foot", "2nd Foot", "1st Horse"))
    stack = stack_of(position, foot)
    table = Table(after(position, move(position, stack, Table(position).at[horse])))
    assert table.order[table.inside[horse]] == [horse, foot, second]
    assert stack not in table.pieces


@pytest.mark.parametrize("fixed", ["2nd Foot", "1st Horse"])
def test_a_stack_with_a_piece_on_top_that_never_stacks_lies_beside_others(fixed: str) -> None:
    """It came onto the others by a drop on them, and VASSAL looks at the tops of both."""
    position = start()
    foot, horse, never = (named(position, name) for name in ("1st Foot", "1st Horse", fixed))
    stack, other = stack_of(position, foot), stack_of(position, horse)
    piece = position.pieces[never]
    types, states = ["immob;;N;R;", *parts_of(piece.type)], ["", *parts_of(piece.state)]
    pieces = {**position.pieces, never: Piece(never, nest(types), nest(states))}
    position = replace(position, pieces=pieces)
    table = Table(after(position, move(position, stack, Table(position).at[horse])))
    assert table.inside[foot] == stack and table.inside[horse] == other
    assert table.at[stack] == table.at[other]


# -- traits as VASSAL writes them anew ---------------------------------------------------------


def test_a_trait_that_vassal_wrote_anew_is_known_again() -> None:
    assert is_alike(MASK_OLD, MASK_NEW)
    assert is_alike("macro;A;;57344,0,go;x", "macro;A;;57391,0,go;x")
    assert is_alike("macro;A;;63743,0,go;x", "macro;A;;59001,0,go;x")  # as VASSAL 3.2 wrote it
    assert is_alike(r"setprop;N;true:57604\,0\,one:I\,1;", r"setprop;N;true:57366\,0\,one:I\,1;")
    assert not is_alike(r"setprop;N;true:57604\,0\,one:I\,1;", r"setprop;N;true:57604\,0\,two:I\,1;")
    assert not is_alike(MASK_OLD, MASK_OLD.replace("b.png", "c.png"))
    old, new = "return;Return;82,130;Draw;Which", "return;Return;82,130;Draw;Which;;2;false;Draw"
    assert class_of((old,)) == class_of((new,))


def test_a_card_that_vassal_wrote_anew_is_drawn_like_any_other() -> None:
    position = start()
    deck = deck_of(position, "Commands")
    true = Table(position).order[deck][-1]
    card = position.pieces[true]
    types = [f"{one};;" if one.startswith(("obs;", "return;")) else one for one in parts_of(card.type)]
    position = Position({**position.pieces, true: Piece(true, nest(types), card.state)}, position.rest)
    file = cutter().cut(position, SEATS["Red"], SEATS.values(), 5)
    alias = Table(file.position).order[deck][-1]
    blank = file.position.pieces[alias]
    places = file.blanks[alias].places(position.pieces[true])
    assert -1 not in places
    assert [parts_of(blank.type)[n].partition(";")[0] for n in range(len(places))] == [
        types[place].partition(";")[0] for place in places
    ]


# -- maps of other kinds, start lines ----------------------------------------------------------


def other(folder: Path, build: str) -> Published:
    file = folder / "other.vmod"
    file.write_bytes(sampler())
    with zipfile.ZipFile(file) as old:
        entries = {name: old.read(name) for name in old.namelist()}
    with zipfile.ZipFile(file, "w") as new:
        for name, data in (entries | {"buildFile.xml": build.encode()}).items():
            new.writestr(name, data)
    return Published(file)


@pytest.mark.parametrize("kind", ["VASSAL.build.widget.WidgetMap", "their.own.TerrainMap"])
def test_a_map_in_a_chart_window_or_of_another_class_is_a_map(tmp_path: Path, kind: str) -> None:
    before, _, behind = build_file().partition('<VASSAL.build.module.Map mapName="Sea">')
    inside, _, rest = behind.partition("</VASSAL.build.module.Map>")
    theirs = other(tmp_path, f'{before}<{kind} mapName="Sea">{inside}</{kind}>{rest}')
    position = opened(theirs).position
    assert "Sea" in theirs.windows and theirs.windows["Sea"].open_to("Red")
    assert "SeaBoardPicker\tWater\t0\t0" in position.rest
    assert Table(position).at[named(position, "Frigate")][0] == "Sea"
    assert counted_pieces(position) == counted_pieces(start())


def counted_pieces(position: Position) -> int:
    return sum(one.kind is Kind.PIECE for one in position.pieces.values())


def test_a_setup_that_names_a_board_that_is_no_more_lays_the_others(tmp_path: Path) -> None:
    usual = "<setup>MainBoardPicker\tGone\t0\t0\tLand\t1\t0</setup>"
    first = "<VASSAL.build.module.map.BoardPicker>"
    build = build_file().replace(first, first + usual, 1)
    assert counted_pieces(opened(other(tmp_path, build)).position) == counted_pieces(start())


def test_a_module_without_stacks_at_the_start_has_no_line_for_them(tmp_path: Path) -> None:
    bare = f"<{B}GameModule name='Bare' version='1'><{B}module.BasicCommandEncoder/></{B}GameModule>"
    rest = opened(other(tmp_path, bare)).position.rest
    assert not any(line.startswith("SETUP_STACK") for line in rest)
    assert any(line.startswith("SETUP_STACK") for line in start().rest)


def test_pieces_of_nothing_but_prototypes_are_told_by_reason_and_name(tmp_path: Path) -> None:
    text = "+/null/prototype;Soldier  piece;;;a;b/0"
    broken = f'<{B}widget.PieceSlot entryName="Grid" gpid="900">{text}</{B}widget.PieceSlot>'
    build = build_file().replace(f"<{B}widget.PieceSlot", 2 * broken + f"<{B}widget.PieceSlot", 1)
    theirs = other(tmp_path, build)
    assert list(theirs.unread.values()) == [("Grid", "Grid")] and "no basic piece" in "".join(theirs.unread)
    assert counted_pieces(opened(theirs).position) == counted_pieces(start())


# -- properties that tell ----------------------------------------------------------------------

POINTS = ("Module", "VP")


def scored(position: Position) -> str:
    return "MutableProperty\tVP\t0\t7\tModule"


def test_a_property_that_changed_with_a_covered_card_is_withheld_from_those_who_did_not_see_it() -> None:
    position = start()
    card = Table(position).order[deck_of(position, "Commands")][-1]
    step = (move(position, card, ("Red hand", 60, 60)), scored(position))
    told = withheld([step], position, SEATS.values(), module().windows)
    assert told["Blue"] == told["Green"] == {POINTS}
    new = after(position, *step)
    blue = cutter().cut(new, SEATS["Blue"], SEATS.values(), 1, dict.fromkeys(told["Blue"], "5")).position
    assert properties(new.rest)[POINTS] == "7" and properties(blue.rest)[POINTS] == "5"
    seen = cutter().cut(new, SEATS["Blue"], SEATS.values(), 1).position
    assert properties(seen.rest)[POINTS] == "7"


def test_a_property_that_changed_with_what_all_see_is_withheld_from_nobody() -> None:
    position = start()
    step = (move(position, named(position, "Scout"), ("Main", 300, 337)), scored(position))
    told = withheld([step], position, SEATS.values(), module().windows)
    assert set(told.values()) == {frozenset()}


# -- hostile logs ------------------------------------------------------------------------------


def test_of_a_log_in_which_a_game_is_loaded_twice_only_the_last_counts() -> None:
    position, foot = start(), named(start(), "1st Foot")
    step = (move(position, foot, ("Main", 300, 337)),)
    first = read_saved(write_saved(position, {}, [step, step]), "a.vlog")
    assert (len(first.steps), first.anew) == (2, 0)
    again = ("begin_save", *position.commands()[1:-1], "end_save")
    twice = read_saved(write_saved(position, {}, [step, again, step]), "b.vlog")
    assert (twice.steps, twice.anew) == ((step,), 1)


@pytest.mark.slow
def test_a_log_of_more_commands_than_any_game_is_refused() -> None:
    position, foot = start(), named(start(), "1st Foot")
    step = (move(position, foot, ("Main", 300, 337)),)
    with pytest.raises(TableError, match="commands"):
        read_saved(write_saved(position, {}, [step] * 250_000), "a.vlog")
    with pytest.raises(TableError, match="more often than in any game"):
        Table(position).do(step * (MOST_WORK + 1))


def test_a_deck_that_names_a_card_twice_holds_it_once() -> None:
    position = start()
    deck = deck_of(position, "Commands")
    holder, cards = position.pieces[deck], Table(position).order[deck]
    head = ";".join(holder.state.split(";")[:4])
    new = "D/" + join("/", [deck, f"{head};{','.join([*cards, cards[0]])}", holder.state])
    table = Table(after(position, new))
    assert sorted(table.order[deck]) == sorted(cards)


def test_a_blank_with_another_number_of_traits_is_refused() -> None:
    from tables.home import Homecoming
    from tests.tables.playing import Dealer

    position = start()
    file = cutter().cut(position, SEATS["Red"], SEATS.values(), 5)
    blank = next(iter(file.blanks))
    piece = file.position.pieces[blank]
    odd = "D/" + join("/", [blank, nest([*parts_of(piece.state), "x"]), piece.state])
    with pytest.raises(TableError, match="other traits"):
        Homecoming(module(), position, file, SEATS["Red"], Dealer()).take(log(file.position, (odd,)))


def test_what_a_send_to_location_was_sent_from_is_not_forgotten_when_that_is_undone() -> None:
    """VASSAL empties it no more: what comes next in the log says nothing of it."""
    type_ = nest(("sendto;Home;72,130;;Main;5;5;;;0;0;0;0;;L", "mark;Side", "piece;;;x.png;Scout"))
    here, sent, gone = (nest((one, "Red", "Main;100;100;1;0")) for one in (";;", "Main;100;100", "Back;;7"))
    position = Position({"7": Piece("7", type_, here)})
    undone = after(position, "D/" + join("/", ["7", sent, here]), "D/" + join("/", ["7", here, sent]))
    assert undone.pieces["7"].state == sent
    half = after(undone, "D/" + join("/", ["7", gone, sent]))
    assert parts_of(half.pieces["7"].state)[0] == "Back;100;100"
