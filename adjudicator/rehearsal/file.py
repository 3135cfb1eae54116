"""Rehearsal files: TOML read with every fault at once, each with its line and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from adjudicator.catalogue import NoSuchGame, Untrusted, game_of_file
from adjudicator.dice import named
from adjudicator.game import Game
from adjudicator.reader import squeeze
from adjudicator.rehearsal.rehearsal import TABLES, OrderSheet, Rehearsal
from adjudicator.rehearsal.rehearsal_faults import BadRehearsal, Checked
from adjudicator.state import OFF, Frame, Json, State, Unit
from files import toml_text
from files.faults import Fault
from files.nearest import nearest
from files.reading import NotUtf8, read_text
from files.toml_lines import TomlLines
from maps.board import Board
from maps.space import slug

TOP = ("game", "title", "position", "unit", "chance", "orders", "expect")
POSITION = ("scenario", "turn", "segment", "clear", "tracks", "control", "hands", "piles", "state", "unit")
UNIT = ("id", "at", "step", "flags", "type", "side")


def read_rehearsal(path: Path, trust: bool = False) -> Rehearsal:
    """The rehearsal in a file. Its game may be one in a folder if it is to be trusted.

    Raises BadRehearsal with every fault, or OSError if it cannot be opened.
    """
    try:
        text = read_text(path)
    except NotUtf8 as wrong:
        raise BadRehearsal([Fault(path.name, wrong.line, "", str(wrong))]) from None
    return parse_rehearsal(text, path.name, trust, path.parent)


def chance_line(path: Path) -> int:
    """The line of a rehearsal file where its dice and draws stand; 1 if it has none."""
    return TomlLines(read_text(path)).line("chance") or 1


def parse_rehearsal(
    text: str, name: str = "rehearsal", trust: bool = False, beside: Path = Path()
) -> Rehearsal:
    """The rehearsal in a text of a file in the folder `beside`. Raises BadRehearsal with all faults."""
    file = Checked(name, text)
    try:
        table = toml_text.loads(text)
    except toml_text.NoToml as wrong:
        raise BadRehearsal([Fault(name, wrong.line, "", f"not TOML: {wrong}")]) from None
    game = the_game(file, table, trust, beside)
    file.keys(table, TOP, "a rehearsal")
    position = file.typed(table, "position", dict, {})
    units = [*file.typed(position, "unit", list, []), *file.typed(table, "unit", list, [])]
    state = lay(file, game, {**position, "unit": units})
    chance = file.typed(table, "chance", dict, {})
    sheets = tuple(the_sheets(file, game, file.typed(table, "orders", list, [])))
    dice, draws = the_numbers(file, chance), the_draws(file, state, file.typed(chance, "draws", list, []))
    expect = the_expected(file, game, file.typed(table, "expect", dict, {}))
    if file.faults:
        raise BadRehearsal(file.faults)
    title = str(table.get("title", ""))
    return Rehearsal(game, title, state, dice, draws, sheets, expect)


def the_expected(file: Checked, game: Game, expect: Mapping[str, Json]) -> Mapping[str, Json]:
    """What [expect] holds, lists and tables where they must be."""
    tables = ("rulings", "position", *TABLES, *game.shown)
    kinds = {"events": list, "decisions": list, "turn": int, "segment": str, "active": str}
    kinds |= dict.fromkeys(tables, dict)
    file.keys(expect, tuple(kinds), "[expect]")
    for key in expect.keys() & kinds.keys():
        file.typed(expect, key, kinds[key], {})
    return expect


def the_game(file: Checked, table: Mapping[str, Json], trust: bool, beside: Path) -> Game:
    """The game a file is about; a folder is looked for from the current folder, then from that of the file.
    Raises BadRehearsal at once: without it nothing else can be read."""
    name = str(table.get("game", ""))
    found: list[NoSuchGame] = []
    for place in (name, *([str(beside / name)] if name else [])):
        try:
            return game_of_file(place, trust)
        except NoSuchGame as no:
            found.append(no)
    why = next((no for no in found if isinstance(no, Untrusted)), found[0])
    file.fault(("game",), str(why))
    raise BadRehearsal(file.faults) from None


def the_numbers(file: Checked, chance: Mapping[str, Json]) -> tuple[int, ...]:
    """The dice of [chance]."""
    file.keys(chance, ("dice", "draws"), "[chance]")
    dice = file.typed(chance, "dice", list, [])
    if not all(isinstance(die, int) and not isinstance(die, bool) for die in dice):
        file.fault(("dice",), '"dice" must be whole numbers, as in dice = [5, 3]')
        return ()
    return tuple(dice)


def the_sheets(file: Checked, game: Game, orders: list[Json]) -> Iterable[OrderSheet]:
    """The sheets of [[orders]]."""
    for order in file.each(orders, "orders"):
        if not isinstance(order, dict):
            file.fault(("orders",), "write each set of orders under its own [[orders]]")
            continue
        file.keys(order, ("from", "text"), "[[orders]]")
        side = find(str(order.get("from", "")), game.sides)
        if "from" not in order:
            file.fault(("[[orders]]",), "[[orders]] need their side, as in from =", game.sides)
        elif side is None:
            file.fault(("from", str(order.get("from", ""))), f'no side "{order.get("from", "")}"', game.sides)
        if side is None:
            continue
        yield OrderSheet(side, str(file.typed(order, "text", str, "")))


def find(text: str, names: Mapping[str, str]) -> str | None:
    """The id that a text names, by id or else by printed name, whatever its case and diacritics."""
    wanted = slug(text)
    by_id = (id_ for id_ in names if slug(id_) == wanted)
    return next(by_id, None) or next((id_ for id_, name in names.items() if slug(name) == wanted), None)


# -- the position ----------------------------------------------------------------------------------------


def lay(file: Checked, game: Game, position: Mapping[str, Json]) -> State:
    """The scenario's start with the position of the file laid over it."""
    file.keys(position, POSITION, "[position]")
    scenario = str(position.get("scenario", game.scenarios[0]))
    if scenario not in game.scenarios:
        file.fault(("scenario",), f'no scenario "{scenario}"', game.scenarios)
        scenario = game.scenarios[0]
    state = replace(game.start(scenario), turn=the_turn(file, game, position))
    state = clear(file, state, file.typed(position, "clear", list, []))
    for put in file.each(file.typed(position, "unit", list, []), "position.unit", "unit"):
        state = place(file, game, state, put if isinstance(put, dict) else {})
    state = markers(file, game, state, position)
    state = at_segment(file, game, state, position)
    return state if file.faults else game.lay(state, position)


def the_turn(file: Checked, game: Game, position: Mapping[str, Json]) -> int:
    """A turn of the game, from the first to the last of its turn track."""
    turn: int = file.typed(position, "turn", int, 1)
    if turn < 1 or (game.turns and turn > game.turns):
        last = f"to {game.turns}" if game.turns else "on"
        file.fault(("turn",), f"there is no turn {turn}; turns are counted from 1 {last}")
        return 1
    return turn


def at_segment(file: Checked, game: Game, state: State, position: Mapping[str, Json]) -> State:
    """The state at the beginning of the file's segment."""
    segment = str(position.get("segment", state.segment))
    if segment not in game.sequence:
        file.fault(("segment",), f'no segment "{segment}"', game.sequence)
        return state
    return replace(state, frames=(Frame(segment),))


def clear(file: Checked, state: State, ids: list[Json]) -> State:
    """Units taken off before others are laid: ids, or "*" for all."""
    units = dict(state.units)
    for text in map(str, ids):
        id_ = find(text, unit_names(state))
        if text != "*" and id_ is None:
            file.fault(("clear",), f'no unit "{text}" to remove')
        for unit in list(units.values()) if text == "*" else [units[id_]] if id_ else []:
            units[unit.id] = replace(unit, at=OFF, steps=whole(state, unit), flags=frozenset())
    return replace(state, units=units)


def place(file: Checked, game: Game, state: State, put: Mapping[str, Json]) -> State:
    """One [[unit]] laid on the map or in a box."""
    file.keys(put, UNIT, "[[unit]]")
    at = the_place(file, game, state, str(put["at"]), "at") if "at" in put else ""
    unit = (
        made_unit(file, game, state, put) if "type" in put else the_unit(file, state, str(put.get("id", "")))
    )
    if unit is None:
        return state
    at = at or unit.at
    steps = the_step(file, game, state, unit, put["step"]) if "step" in put else whole(state, unit)
    flags = frozenset(slug(str(flag)) for flag in file.typed(put, "flags", list, []))
    gone = at in game.boxes and at in game.gone
    return state.with_unit(replace(unit, at=at, steps=0 if gone else steps, flags=flags))


def the_unit(file: Checked, state: State, text: str) -> Unit | None:
    """The unit that is meant; None, and a fault, for none."""
    id_ = find(text, unit_names(state))
    if id_ is not None:
        return state.units[id_]
    near = nearest(text, state.units)
    file.fault(("id", text), f'no unit "{text}"', near or list(state.units))
    return None


def made_unit(file: Checked, game: Game, state: State, put: Mapping[str, Json]) -> Unit | None:
    """A unit that is made in play, one of a counter of the roster; None, and a fault, for none such."""
    id_, text = str(put.get("id", "")), str(put["type"])
    kind = find(text, {key: counter.name for key, counter in state.roster.counters.items()})
    if kind is None or not id_ or id_ in state.units:
        near = nearest(text, state.roster.counters)
        wrong = (
            f'no counter "{text}"'
            if kind is None
            else f'a unit that is made needs an id of its own, not "{id_}"'
        )
        file.fault(("type", text), wrong, near if kind is None else ())
        return None
    side = str(put.get("side", state.roster.counters[kind].side))
    if side not in game.sides:
        file.fault(("side", side), f'no side "{side}"', game.sides)
    return Unit(id_, side, OFF, state.roster.counters[kind].full, kind=kind)


def unit_names(state: State) -> Mapping[str, str]:
    """The names of the units in play, as their counters have them."""
    return {id_: found.name for id_, unit in state.units.items() if (found := state.counter(unit))}


def whole(state: State, unit: Unit) -> int:
    """How many steps a unit has when it has lost none."""
    counter = state.counter(unit)
    return counter.full if counter else unit.steps


def the_place(file: Checked, game: Game, state: State, text: str, *beside: str) -> str:
    """A space of the board, or a box of the game."""
    boxes = {box: box for box in (*game.boxes, OFF)}
    at = the_space(state.board, text, boxes)
    if at is None:
        names = {space.id: space.name for space in state.board.spaces.values()} | boxes
        near = nearest(text, names, fold=slug)
        file.fault((*beside, text), f'no space or box "{text}"', near or game.boxes)
        return OFF
    return at


def the_space(board: Board, text: str, boxes: Mapping[str, str]) -> str | None:
    """What a text names: a space or a box by its id, else a space by its printed name, else by any other."""
    by_id, *by_name = called(board)
    found = by_id.get(slug(text)) or find(text, boxes)
    return found or next((names[slug(text)] for names in by_name if slug(text) in names), None)


@lru_cache(maxsize=8)
def called(board: Board) -> tuple[Mapping[str, str], ...]:
    """The spaces of a board by their ids, by their printed names, and by all that they may be called. Of two
    that are called alike the first has the name; in the last the last one has."""
    spaces = [*board.spaces.values()][::-1]
    by_id = {slug(space.id): space.id for space in spaces}
    by_name = {slug(space.name): space.id for space in spaces}
    return by_id, by_name, {slug(word): space for word, space in board.names()}


def the_step(file: Checked, game: Game, state: State, unit: Unit, step: Json) -> int:
    """How many steps a unit has left: a word of the game or a number; the word for whole is every unit's."""
    most = whole(state, unit)
    words: dict[Json, int] = {word: steps for steps, word in game.step_names.items()}
    words[game.step_names[max(game.step_names)]] = most
    steps = words.get(step, step) if isinstance(step, (str, int)) else step
    if not isinstance(steps, int) or not 0 <= steps <= most:
        file.fault(("step", str(step)), f'{unit.id} has no step "{step}"', (*words, f"0 to {most}"))
        return most
    return steps


def markers(file: Checked, game: Game, state: State, position: Mapping[str, Json]) -> State:
    """Tracks, control, hands and facts as the file gives them; a track that is not given is at 0."""
    tracks = numbers(file, game, state, file.typed(position, "tracks", dict, {}))
    control = {
        the_place(file, game, state, space): the_holder(file, game, space, str(holder))
        for space, holder in file.typed(position, "control", dict, {}).items()
    }
    holders = (*game.sides, *state.hands)
    hands = the_laid(file, state, position, "hands", holders, 'no side "{}" to hold cards')
    piles = the_laid(file, state, position, "piles", game.piles, 'no pile "{}" of cards')
    laid = facts_of(file, game, file.typed(position, "state", dict, {}))
    for key in game.state_kinds.keys() & laid.keys():
        several = isinstance(laid[key], tuple)
        held = the_held(file, game, state, key, list(laid[key]) if several else [laid[key]])
        laid[key] = held if several else held[0]
    facts = {**state.facts, **laid}
    return replace(
        with_cards(state, hands, piles),
        tracks={**dict.fromkeys(state.tracks, 0), **tracks},
        control=control,
        facts=facts,
    )


def the_laid(
    file: Checked, state: State, position: Mapping[str, Json], key: str, places: Iterable[str], unknown: str
) -> dict[str, tuple[str, ...]]:
    """The cards that a file lays in places of one kind: hands and boxes, or piles."""
    known = {place: place for place in places}
    found: dict[str, tuple[str, ...]] = {}
    for name, cards in file.typed(position, key, dict, {}).items():
        place = find(name, known)
        if place is None:
            file.fault((name,), unknown.format(name), tuple(known))
        else:
            found[place] = the_cards(file, state, cards if isinstance(cards, list) else [cards])
    return found


def with_cards(
    state: State, hands: Mapping[str, tuple[str, ...]], piles: Mapping[str, tuple[str, ...]]
) -> State:
    """The state with hands and piles as a file lays them; what it lays somewhere lies nowhere else."""
    taken = {card for laid in (hands, piles) for cards in laid.values() for card in cards}

    def left(cards: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {place: tuple(one for one in held if one not in taken) for place, held in cards.items()}

    return state.but(hands={**left(state.hands), **hands}, cups={**left(state.cups), **piles})


def the_holder(file: Checked, game: Game, space: str, holder: str) -> str:
    """Who controls a space: a side, or another holder that the game has a name for."""
    if holder not in game.sides and holder not in game.names().names:
        file.fault((space, holder), f'no side called "{holder}" can hold {space}', game.sides)
    return holder


def the_held(file: Checked, game: Game, state: State, key: str, items: list[Json]) -> tuple[str, ...]:
    """The ids of what a key of [position.state] holds: chits, units or sides, as the game says."""
    kind = game.state_kinds[key]
    if kind == "chit":
        return the_cards(file, state, items)
    names = unit_names(state)
    if kind == "side":
        names = game.sides
    return tuple(the_one(file, key, kind, str(item), names) for item in items)


def the_one(file: Checked, key: str, kind: str, text: str, names: Mapping[str, str]) -> str:
    """The id of a unit or a side; a fault where there is none of that name."""
    found = find(text, names)
    if found is None:
        near = nearest(text, names)
        file.fault((key, text), f'no {kind} "{text}" for "{key}"', near or names)
    return found or text


def the_cards(file: Checked, state: State, cards: list[Json]) -> tuple[str, ...]:
    """The chits or cards of a hand or cup, by id, with blanks and hyphens as units have them: "S 11 G"."""
    return tuple(the_card(file, str(card), state.roster.cards, state.roster.cards) for card in cards)


def the_draws(file: Checked, state: State, draws: list[Json]) -> tuple[str, ...]:
    """What is drawn from cups: chits, or units where a game draws these."""
    known = (*state.roster.cards, *state.units)
    return tuple(the_card(file, str(draw), known, state.roster.cards) for draw in draws)


def the_card(file: Checked, text: str, known: Iterable[str], right: Iterable[str]) -> str:
    """The id of what is drawn or held; a fault where there is nothing of that name."""
    items = list(known)
    found = named(text, items)
    if items and found is None:
        near = nearest(text, items)
        file.fault((text,), f'no chit or card "{text}"', near or right)
    # one of several alike, "3BR", is known only when it is drawn
    return found if found is not None and squeeze(found) == squeeze(text) else text


def numbers(file: Checked, game: Game, state: State, tracks: Mapping[str, Json]) -> dict[str, int]:
    """The tracks of a file, each with a whole number; of the marker of a space its game knows the name."""
    for track in tracks:
        if track not in state.tracks and track not in game.names().names:
            known = list(dict.fromkeys([*state.tracks, *game.names().names]))
            near = nearest(track, known)
            file.fault((track,), f'no track "{track}"', near or state.tracks)
    return {track: file.typed(tracks, track, int, 0) for track in tracks}


def facts_of(file: Checked, game: Game, facts: Mapping[str, Json]) -> dict[str, Json]:
    """What no marker shows, by the keys the game knows."""
    for key in facts:
        if key not in game.state_keys:
            file.fault((key,), f'{game.title} has no fact "{key}"', game.state_keys)
    for key, why in game.state_faults(facts):
        file.fault((key,), why)
    return {key: tuple(value) if isinstance(value, list) else value for key, value in facts.items()}
