"""How a game begins: what VASSAL does by itself is done or told, and places are those that it finds by name."""

# ruff: noqa: E501
from __future__ import annotations

import json
import zipfile
import zlib
from base64 import b85encode
from dataclasses import replace
from pathlib import Path

import pytest

from adjudicator.mail.reading.header_line import begins
from adjudicator.tabletop.looking import offered
from adjudicator.tabletop.record import sides_of
from builder.vassal.traits import join, nest
from files.whole import write_whole
from tables.folded import folded, unfolded
from tables.home import Homecoming, NotFromHere
from tables.opening import opened
from tables.position import Kind, Piece, Position
from tables.published import Published
from tables.seats import Cover, Seat, covered
from tables.side_file import Cutter
from tables.startup import shuffled, unshuffled, worth_telling
from tables.table import Table, held_by, properties
from tests.adjudicator.tabletop.table import Players
from tests.tables.playing import after, deck_of, log, move, named
from tests.tables.sampler import B, build_file, sampler, slot

AT_START = '<{b}StartupGlobalKeyCommand name="{name}" {key} whenToApply="{when}"/>'


def module_with(folder: Path, inside: str, instead: tuple[str, str] = ("", "")) -> Published:
    """The sampler with more in its build file, and a text in it exchanged."""
    text = build_file().replace("</VASSAL.build.GameModule>", f"{inside}</VASSAL.build.GameModule>")
    path = write_whole(folder / "more.vmod", sampler())
    with zipfile.ZipFile(path) as old:
        entries = {name: old.read(name) for name in old.namelist()}
    entries["buildFile.xml"] = text.replace(*instead).encode() if instead[0] else text.encode()
    with zipfile.ZipFile(path, "w") as new:
        for name, data in entries.items():
            new.writestr(name, data)
    return Published(path)


def startup(name: str, key: str, when: str = "startOfGameOnly", how: str = "hotkey") -> str:
    keys = f'{how}="{key}"' + (' hotkeyOrKeyCommand="sendHotkey"' if how == "globalHotkey" else "")
    return AT_START.format(b=B, name=name, key=keys, when=when)


def test_a_deck_that_the_module_shuffles_at_the_start_is_shuffled_here(tmp_path: Path) -> None:
    mixes = ('name="Chits"', 'shuffleHotkey="57001,0,MixChits" name="Chits"')
    module = module_with(tmp_path, startup("Mix", "57002,0,MixChits", how="globalHotkey"), mixes)
    begun = opened(module)
    assert shuffled(module, begun.position) == (deck_of(begun.position, "Chits"),)
    assert unshuffled(module, begun.position) == ()
    menu = module_with(tmp_path, "")
    chits = deck_of(begun.position, "Chits")
    assert unshuffled(menu, begun.position) == (chits,)
    assert begun.lost == ()
    full = begun.position.pieces[chits]
    single = replace(full, state=full.state.replace(",".join(held_by(full)), held_by(full)[0]))
    assert unshuffled(menu, replace(begun.position, pieces={**begun.position.pieces, chits: single})) == ()


def test_a_game_begins_with_that_deck_in_a_new_order(tmp_path: Path) -> None:
    mixes = ('name="Chits"', 'shuffleHotkey="57001,0,MixChits" name="Chits"')
    module = module_with(tmp_path, startup("Mix", "57002,0,MixChits", how="globalHotkey"), mixes)
    position = opened(module).position
    before, now = (Table(one) for one in (position, Players(tmp_path / "d", module=module.path).position))
    chits = deck_of(position, "Chits")
    assert sorted(now.order[chits]) == sorted(before.order[chits]) and now.order[chits] != before.order[chits]


def test_a_global_property_that_is_set_at_the_start_has_its_value(tmp_path: Path) -> None:
    button = f'<{B}properties.ChangePropertyButton hotkey="57003,0,Begin" propChanger="P,7"/>'
    goal = f'<{B}properties.GlobalProperty name="Morale" initialValue="1">{button}</{B}properties.GlobalProperty>'
    begun = opened(module_with(tmp_path, goal + startup("Begin", "57009,0,Begin", how="globalHotkey")))
    assert "GlobalProperty\t;Morale;7;Module" in begun.position.rest
    assert begun.lost == ()


def test_what_presses_keys_on_pieces_is_told_by_name(tmp_path: Path) -> None:
    inside = startup("Deal the hands", "65,130") + startup("Look", "66,130", "everyLaunchOfSession")
    first, second = opened(module_with(tmp_path, inside)).lost
    assert '"Deal the hands" when a game begins. hexpost does not' in first
    assert '"Look" whenever' in second


VIEW = f'<{B}map.MoveCameraButton name="Front" hotkey="0,0,showFront" xPos="1" yPos="1"/>'


@pytest.mark.parametrize(
    ("more", "told"), [("", 0), (f'<{B}map.MassKeyCommand name="All" buttonHotkey="57003,0,showFront"/>', 1)]
)
def test_a_command_that_only_shows_something_is_no_warning(tmp_path: Path, more: str, told: int) -> None:
    front = startup("Show the front", "0,0,showFront", "everyLaunchOfSession", "globalHotkey")
    module = module_with(tmp_path, VIEW + more + front)
    state_has = opened(module).lost
    assert len(state_has) == 1, "what a state holds stays, so that running games replay"
    assert len(tuple(worth_telling(module, state_has))) == told
    assert len(offered(module.path).left_out) == told


def test_the_players_vassal_does_not_begin_the_game_again(tmp_path: Path) -> None:
    position = opened(module_with(tmp_path, startup("One", "65,130") + startup("Two", ""))).position
    assert [line for line in position.rest if line.startswith("SGKC")] == [
        "SGKC\tSGKC0\ttrue",
        "SGKC\tSGKC1\ttrue",
    ]


def test_a_piece_of_a_stack_is_on_the_map_of_the_stack(tmp_path: Path) -> None:
    """Saved games of old versions leave the map of a held piece empty; a hand is a hand all the same."""
    module = module_with(tmp_path, "")
    hand = next(one for one in module.windows.values() if one.private and not one.visible)
    card = Piece("c", "piece;;;face.png;Ambush", "null;40;50;x;1")
    stack = Piece("s", "stack", f"{hand.name};40;50;c;@@-1")
    table = Table(Position({"c": card, "s": stack}))
    assert table.at["c"] == (hand.name, 40, 50)
    other = next(side for side in module.sides if side not in hand.owners)
    assert covered(table, Seat(other), module.windows)["c"].how is Cover.ELSEWHERE
    assert table.position().pieces["c"].state.startswith(f"{hand.name};40;50")


def test_pieces_lie_apart_on_a_map_that_knows_no_stacks(tmp_path: Path) -> None:
    metrics = f'<{B}map.StackMetrics disabled="true" exSepX="6" exSepY="18" unexSepX="2" unexSepY="4"/>'
    module = module_with(tmp_path, "", (f'<{B}Map mapName="Main">', f'<{B}Map mapName="Main">{metrics}'))
    assert module.apart == {"Main"}
    position = opened(module).position
    table = Table(position)
    one, other = named(position, "1st Horse"), named(position, "2nd Horse")
    x, y = table.at[other][1:]
    table.do([f"M/{one}/Main/{x}/{y}/null/Main/0/0/null/me"])
    assert one not in table.inside
    assert unfolded(folded(position)) == position


@pytest.mark.parametrize("name", ["0", "15"])
def test_a_stack_of_the_start_lies_where_the_engine_finds_the_name(tmp_path: Path, name: str) -> None:
    """A region of a track: its zone is no place of its own, and the board's picture may be missing."""
    region = f"{B}map.boardPicker.board.Region"
    track = (
        f'<{B}map.boardPicker.board.ZonedGrid><{B}map.boardPicker.board.mapgrid.Zone name="Track" '
        f'locationFormat="$gridLocation$" path="600,600;690,600;690,639;600,639">'
        f'<{B}map.boardPicker.board.RegionGrid snapto="true">'
        f'<{region} name="0" originx="610" originy="620"/><{region} name="15" originx="660" originy="620"/>'
        f"</{B}map.boardPicker.board.RegionGrid></{B}map.boardPicker.board.mapgrid.Zone>"
        f"</{B}map.boardPicker.board.ZonedGrid>"
    )
    marker = slot(
        "Debt", "d1", "+/" + join("/", ("null", nest(["piece;;;red.png;Debt"]), nest(["null;0;0;d1;0"])))
    )
    holder = f'<{B}map.SetupStack name="Debt" owningBoard="Ledger" useGridLocation="true" location="{name}" x="5" y="5">{marker}</{B}map.SetupStack>'
    board = f'<{B}map.boardPicker.Board name="Ledger" image="none.png" width="50" height="50">{track}</{B}map.boardPicker.Board>'
    window = f'<{B}Map mapName="Ledger"><{B}map.BoardPicker>{board}</{B}map.BoardPicker>{holder}</{B}Map>'
    begun = opened(module_with(tmp_path, window))
    table = Table(begun.position)
    (debt,) = (
        i for i, one in begun.position.pieces.items() if one.kind is Kind.PIECE and ";Debt" in one.type
    )
    assert table.at[debt] == ("Ledger", {"0": 610, "15": 660}[name], 620)
    assert begun.lost == ()


@pytest.mark.parametrize(
    ("sides", "words"),
    [
        (("Player 1", "Player 2"), ["player-1", "player-2"]),
        (("1", "2"), ["side-1", "side-2"]),
        (("\u7d05\u65b9", "\u85cd\u65b9"), ["side-1", "side-2"]),
        (("A/B", "A B"), ["a-b", "side-2"]),
    ],
)
def test_every_side_can_be_written(tmp_path: Path, sides: tuple[str, str], words: list[str]) -> None:
    module = module_with(tmp_path, "")
    module.__dict__["sides"] = (*sides, "Solitaire")
    assert list(sides_of(module)) == words
    for word in words:
        header = begins(f"BEGIN ORDERS 1 turn 1 {word} Z6N5-DNXR")
        assert header is not None and (header.side, header.missing) == (word, ())


def test_positions_folded_before_are_read() -> None:
    told = [[["1", "piece;;;a.png;A", "Main;1;2;x;1"]], ["NOTES\tx"]]
    text = b85encode(zlib.compress(json.dumps(told).encode())).decode()
    assert unfolded(text) == Position({"1": Piece("1", "piece;;;a.png;A", "Main;1;2;x;1")}, ("NOTES\tx",))


def test_a_turn_tracker_begins_as_in_vassal(tmp_path: Path) -> None:
    levels = (
        f'<{B}turn.TurnTracker name="Phases"><{B}turn.ListTurnLevel name="Phase" list="Move,Fight">'
        f'<{B}turn.CounterTurnLevel name="Impulse" start="3" loop="true" loopLimit="6"/>'
        f"</{B}turn.ListTurnLevel></{B}turn.TurnTracker>"
    )
    rest = opened(module_with(tmp_path, levels)).position.rest
    assert [line for line in rest if line.startswith("TURN")] == [
        "TURNTurnTracker0\t0|1;0;false;-1",
        "TURNTurnTracker1\t0|0;0;0;true,true;3\\;0\\;true\\;6",
    ]


@pytest.mark.parametrize(
    ("when", "told"), [("everyLaunchOfSession", True), ("sideChange", True), ("startOfGameOnly", False)]
)
def test_a_log_begun_otherwise_is_told_of_what_the_module_does_when_opened(
    tmp_path: Path, when: str, told: bool
) -> None:
    """VASSAL moves the Scout as it opens the file that was sent, and only then does the player's log begin."""
    module = module_with(tmp_path, startup("Lay out", "65,130", when))
    start, red = opened(module).position, Seat("Red")
    sent = Cutter(module).cut(start, red, (red, Seat("Blue")), 5)
    to = move(sent.position, named(start, "Scout"), ("Main", 40, 60))
    moved = log(after(sent.position, to), (to,))
    with pytest.raises(NotFromHere, match="another position") as refused:
        Homecoming(module, start, sent, red, lambda _, cards: list(cards)).take(moved)
    assert ("startup command" in str(refused.value)) is told


def test_a_property_of_a_zone_is_kept_as_vassal_does_and_set_by_logs(tmp_path: Path) -> None:
    """A saved game has it with its zone, board and map, and no owner; a log with the owner "map:zone"."""
    boards = f"{B}map.boardPicker"
    fog = f'<{B}properties.ZoneProperty name="Fog" initialValue="1"/>'
    zone = f'<{boards}.board.mapgrid.Zone name="Marsh" path="0,0;9,0;9,9">{fog}</{boards}.board.mapgrid.Zone>'
    grid = f"<{boards}.board.ZonedGrid>{zone}</{boards}.board.ZonedGrid>"
    module = module_with(tmp_path, "", (f"</{boards}.Board>", f"{grid}</{boards}.Board>"))
    start, red = opened(module).position, Seat("Red")
    kept = "GlobalProperty\t;Fog\tMarsh\tLand\tMain;"
    assert [one for one in start.rest if one.startswith(kept)] == [kept + "1;"]
    sent = Cutter(module).cut(start, red, (red, Seat("Blue")), 5)
    lifted = log(sent.position, ("MutableProperty\tFog\t1\t0\tMain:Marsh",))
    taken = Homecoming(module, start, sent, red, lambda _, cards: list(cards)).take(lifted)
    new = after(start, *(command for _, step in taken.steps for command in step))
    assert [one for one in new.rest if one.startswith(kept)] == [kept + "0;"]
    blind = Cutter(module).cut(new, red, (red, Seat("Blue")), 6, {("Main:Marsh", "Fog"): "1"}).position
    assert properties(new.rest)["Main:Marsh", "Fog"] == "0"
    assert properties(blind.rest)["Main:Marsh", "Fog"] == "1"


def test_an_option_of_the_scenario_is_there_from_the_start_and_set_by_logs(tmp_path: Path) -> None:
    option = f'<{B}properties.ListScenarioProperty name="Weather" initialValue="Fair" options="Fair,Mud"/>'
    tab = f"{B}properties.ScenarioPropertiesOptionTab"
    start = opened(module_with(tmp_path, f'<{tab} name="Options">{option}</{tab}>')).position
    assert properties(start.rest)["Module", "Weather"] == "Fair"
    mud = after(start, "MutableProperty\tWeather\tFair\tMud\tModule")
    assert "GlobalProperty\t;Weather;Mud;Module" in mud.rest
