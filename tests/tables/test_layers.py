"""Layers of a map: what stacks with what, as VASSAL itself replays a log."""

from __future__ import annotations

from pathlib import Path

import pytest

from tables.folded import folded, unfolded
from tables.layers import layer_of
from tables.opening import opened
from tables.position import Kind, Piece, Position
from tables.seats import Seat
from tables.side_file import Cutter
from tables.table import Table
from tests.tables.test_begun import module_with

LAYERS = {"Main": ("Layer", ("Forts", "Units"))}
COUNTED = '<VASSAL.build.module.map.LayeredPieceCollection property="Layer" layerOrder="Forts,Units"/>'


def piece(id_: str, layer: str, at: str = "50;50", level: str = "1") -> Piece:
    """A counter with a mark that names its layer, and a property that keys change."""
    return Piece(id_, "PROP;Side;\tmark;Layer\\\tpiece;;;x.png;A", f"{level}\t{layer}\\\tMain;{at};g;0")


def stack(id_: str, *ids: str, at: str = "50;50") -> Piece:
    return Piece(id_, "stack", f"Main;{at};{';'.join(ids)}")


def table(*pieces: Piece) -> Table:
    return Table(Position({one.id: one for one in pieces}, layers=LAYERS))


def stacks(found: Table) -> list[list[str]]:
    return sorted(ids for holder, ids in found.order.items() if found.pieces[holder].kind is Kind.STACK)


@pytest.mark.parametrize(("layer", "joined"), [("Units", [["1", "2"]]), ("Forts", [["1"], ["2"]])])
@pytest.mark.parametrize("moved", ["2", "s2"])
def test_a_piece_or_a_stack_joins_only_what_is_of_its_layer(
    moved: str, layer: str, joined: list[list[str]]
) -> None:
    on = table(piece("1", "Units"), stack("s1", "1"), piece("2", layer, "9;9"), stack("s2", "2", at="9;9"))
    on.do([f"M/{moved}/Main/50/50/9/Main/9/9/null/me"])
    assert stacks(on) == joined and on.at["2"] == ("Main", 50, 50)


def test_above_a_piece_that_the_log_names_it_lies_whatever_its_layer_is() -> None:
    on = table(piece("1", "Units"), stack("s1", "1"), piece("2", "Forts", "9;9"))
    on.do(["M/2/Main/50/50/1/Main/9/9/null/me"])
    assert stacks(on) == [["1", "2"]]


def test_a_piece_whose_property_is_set_joins_the_other_stack_at_its_place() -> None:
    on = table(piece("1", "Units"), stack("s1", "1"), piece("2", "Units"), stack("s2", "2"))
    assert stacks(on) == [["1"], ["2"]]
    on.do([f"D/1/{piece('1', 'Units', level='2').state}/{piece('1', 'Units').state}"])
    assert stacks(on) == [["2", "1"]]
    same = table(piece("1", "Units"), stack("s1", "1"), piece("2", "Units"), stack("s2", "2"))
    same.do([f"D/1/{piece('1', 'Units').state}/{piece('1', 'Units').state}"])
    assert stacks(same) == [["1"], ["2"]]


def changing(layer: str) -> Piece:
    """A counter whose layer is a property that keys change."""
    return Piece("1", "PROP;Layer;\tpiece;;;x.png;A", f"{layer}\tMain;50;50;g;0")


def test_a_piece_that_changes_its_layer_leaves_its_stack_for_one_of_the_new_layer() -> None:
    pieces = piece("2", "Units"), piece("3", "Forts"), stack("s1", "2", "1"), stack("s2", "3")
    on = table(changing("Units"), *pieces)
    on.do([f"D/1/{changing('Forts').state}/{changing('Units').state}"])
    assert stacks(on) == [["2"], ["3", "1"]]
    alone = table(changing("Units"), *pieces[:1], pieces[2])
    alone.do([f"D/1/{changing('Forts').state}/{changing('Units').state}"])
    assert stacks(alone) == [["1"], ["2"]]


def test_behind_a_mask_a_piece_is_of_no_layer() -> None:
    masked = Piece(
        "1", "obs;77,130;b.png;;I;?;\tmark;Layer\\\tpiece;;;x.png;A", "ann;\tForts\\\tMain;5;5;g;0"
    )
    assert layer_of(masked, LAYERS["Main"]) == 2
    assert layer_of(Piece("1", masked.type, masked.state.replace("ann", "null")), LAYERS["Main"]) == 0


def test_the_layers_of_a_module_go_along_with_its_position(tmp_path: Path) -> None:
    inside = ('mapName="Main"', 'mapName="Main"')
    module = module_with(tmp_path, "", inside)
    assert module.layers == {} and opened(module).position.layers == {}
    text = (module.file.archive.read("buildFile.xml") or b"").decode()
    begin = text.index("<VASSAL.build.module.map.BoardPicker", text.index('mapName="Main"'))
    module = module_with(tmp_path, "", (text[begin : begin + 60], COUNTED + text[begin : begin + 60]))
    position = opened(module).position
    assert position.layers.get("Main") == LAYERS["Main"]
    assert unfolded(folded(position)).layers == position.layers
    assert Table(position).position().layers == position.layers
    assert Cutter(module).cut(position, Seat("Red"), (), 1).position.layers == position.layers
