"""What a side sees of the table, in words: pieces by place, and what its first report explains."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice

from adjudicator.state import Decision, State
from adjudicator.tabletop import kept
from adjudicator.tabletop.moving import (
    BELIEVE,
    HOURS,
    NO_OBJECTION,
    NO_SEALED,
    OWN_SIDE,
    SIDE_MARK,
    AtTheTable,
    marked,
)
from builder.vassal.locations import is_map
from builder.vassal.nodes import every
from files.messages import counted
from tables.doing import Words
from tables.images import undrawn
from tables.neighbours import aside, beside, ground_of, is_gridded
from tables.position import Kind, Piece, TableError
from tables.published import Published
from tables.seats import Seat, may_use
from tables.startup import unshuffled, worth_telling
from tables.table import NOWHERE, Table, never_moves
from tables.telling import (
    UNNAMED,
    decks_called,
    is_blank,
    name_of_piece,
    numbered,
    turn_name,
    turn_value,
    where,
)

MOST_PLACES = 60
"""So many places are listed in a report; the saved game has them all."""
TO_ASK = ". To ask for one, send: where NAME"
"""What is told once of places that are not listed."""
MOST_LOST = 20
MOST_NAMED = 3
MOST_TRIED, MOST_WIDE = 40, 70
"""Of so many pieces the first is the example of a move whose line has up to so many characters."""
MOVE = "move"
FEW = ((MOVE,), ("draw", "flip", "rotate"), ("roll",))
"""What a form has examples of: a line each of the first of these verbs that the position has one of."""
COVERED = "face down"
NOT_DRAWN = {
    "footprint": "Movement trails", "AreaOfEffect": "Areas of effect", "border": "Coloured borders",
}  # fmt: skip
UNSHUFFLED = "begins unshuffled: players can look up its order. Let the first order be"
"""What is told of a deck that players shuffle themselves; docs/any-module.md tells the same."""
MEANINGS = {
    OWN_SIDE: "You may not move pieces that are marked as another side's.",
    BELIEVE: "A layer that can be turned by chance and by hand counts as you logged it.",
    NO_SEALED: "No player may ask for sealed orders.",
}


# -- the situation -----------------------------------------------------------------------------------------


def located(module: Published, state: State) -> Mapping[str, Mapping[str, str]]:
    """What lies where in a view, by map and place; decks with their numbers, trackers with their values."""
    table = Table(kept.position_of(state), only_read=True)
    parts = (
        *_maps(table, module),
        ("Decks", _decks(table)),
        ("Trackers", _trackers(table, module)),
    )
    found: dict[str, dict[str, str]] = {}
    for (title, lines), most in zip(parts, _shares([len(lines) for _, lines in parts]), strict=True):
        shown = dict(list(lines.items())[:most])
        if more := len(lines) - len(shown):
            asks = "" if any("More" in lines for lines in found.values()) else TO_ASK
            shown["More"] = f"{more} more place{'s' if more > 1 else ''}, all in the saved game{asks}"
        if shown:
            found[title] = shown
    return found


def _shares(wanted: Sequence[int]) -> list[int]:
    """How many lines each part may have: the first one, on which a game is played, half of them if it needs
    them; of the rest a map of many places leaves the others theirs."""
    shares = [min(wanted[0], MOST_PLACES // 2), *(0 for _ in wanted[1:])]
    more, left = [wanted[0] - shares[0], *wanted[1:]], MOST_PLACES - shares[0]
    for done, part in enumerate(sorted(range(len(wanted)), key=more.__getitem__)):
        added = min(more[part], left // (len(wanted) - done))
        shares[part] += added
        left -= added
    return shares


def _maps(table: Table, module: Published) -> Iterator[tuple[str, Mapping[str, str]]]:
    """What lies on each map by place: units and markers before what is fixed to the map, of which buttons
    without a name are left out."""
    places: dict[str, dict[str, Counter[str]]] = {}
    loose: set[tuple[str, str]] = set()
    for id_, piece in table.pieces.items():
        name, holder = table.at[id_][0], table.pieces.get(table.inside.get(id_, ""))
        in_deck = holder is not None and holder.kind is Kind.DECK
        if piece.kind is not Kind.PIECE or in_deck or name in (NOWHERE, ""):
            continue
        called, fixed = COVERED if is_blank(piece) else name_of_piece(piece), never_moves(piece)
        if fixed and called == UNNAMED:
            continue
        place = where(table, id_, module)
        places.setdefault(name, {}).setdefault(place, Counter())[called] += 1
        loose |= set() if fixed else {(name, place)}
    order = {name: n for n, name in enumerate(module.windows)}
    for name in sorted(places, key=lambda name: (order.get(name, len(order)), name)):
        in_order = sorted(places[name], key=lambda place: ((name, place) not in loose, place))
        yield name, {place: _listed(places[name][place]) for place in in_order}


def _listed(names: Mapping[str, int]) -> str:
    told = (f"{count} {name}" if name == COVERED else numbered(count, name) for name, count in names.items())
    return ", ".join(told)


def _decks(table: Table) -> Mapping[str, str]:
    """The decks with cards before the empty ones: of so many, the last ones are not listed."""
    called = decks_called(table)
    full_first = sorted(called, key=lambda id_: not table.order[id_])
    return {called[id_]: _cards(table, table.pieces[id_]) for id_ in full_first}


def _cards(table: Table, deck: Piece) -> str:
    count = len(table.order[deck.id])
    told = counted(count, "card")
    top = table.pieces[table.order[deck.id][-1]] if count else None
    return f"{told}, {name_of_piece(top)} on top" if top and not is_blank(top) else told


def _trackers(table: Table, module: Published) -> Mapping[str, str]:
    lines = ((line.partition("\t")[0], line) for line in table.rest if line.startswith("TURN"))
    return {turn_name(word, module): turn_value(line, word, module) for word, line in lines}


# -- the first report --------------------------------------------------------------------------------------


def primer(at: AtTheTable, view: State, side: str) -> Mapping[str, Sequence[str]]:
    """What the first report explains: plain words with examples of this position, whose pieces may be moved,
    who rolls, and what of the module is not as VASSAL has it. `side` is the module's name for the reader."""
    table = Table(kept.position_of(view), only_read=True)
    told = (
        worth_telling(at.module, view.facts.get(kept.LOST, ())),
        map(without_file, at.module.fileless),
        _strange(at.module),
        _without_picture(at.module.laid(table.boards)),
        _boxes(at.module),
        _not_drawn(at.module),
    )
    hidden = (*_named_by_backs(at, view, side), *_misread(at, view, side))
    left = list(dict.fromkeys((*chain.from_iterable(told), *hidden)))
    more = [f"{len(left) - MOST_LOST} more of the kind"] if len(left) > MOST_LOST else []
    return {
        "Orders in words": tuple(examples(Words(table, at.module), side)) if side else (),
        "House rules": (
            *_bare(table, at.module),
            *_known(at),
            *_rules(at),
            *_decks_and_dice(table, at.module, side),
        ),
        "Not as in VASSAL": (*left[:MOST_LOST], *more),
    }


def without_file(setup: str) -> str:
    """That a set-up of a module has no position of its own."""
    return f'the set-up "{setup}" names no saved game, so it is the module\'s own start'


def examples(words: Words, side: str) -> Iterator[str]:
    """A line for each verb, out of this very position."""
    pieces = in_play(words, side)
    places = list(dict.fromkeys(map(words.at, pieces)))
    decks = ((words.mine.pieces[id_], name) for id_, name in decks_called(words.mine).items())
    full = [name for deck, name in decks if words.mine.order[deck.id] and may_use(deck, side)]
    for line in shortest(_move(words, id_) for id_ in pieces[:MOST_TRIED]):
        yield line
        pieces = behind(words, pieces, line)
    yield from (f"flip {words.called(id_)}" for id_ in first(pieces, words.flip))
    yield from (f"rotate {words.called(id_)} by 1" for id_ in first(pieces, lambda id_: words.rotate(id_, 1)))
    if full:
        hand = any(one.private and side in one.owners for one in words.module.windows.values())
        yield f"draw 1 from {full[0]}" + ("" if hand or not places else f" to {places[0]}")
        yield f"shuffle {full[-1]}"
        yield f"play CARD to {places[0] if places else 'PLACE'}"
        yield f"return CARD to {full[0]}"
    yield f"roll {next(iter(words.module.dice), '2d6')} for the attack"
    yield "done"


def behind(words: Words, pieces: Sequence[str], line: str) -> list[str]:
    """Pieces, with that of a move last if its name has its old place: the next lines are to be good, too."""
    gone = next(id_ for id_ in pieces if line.startswith(f"move {words.called(id_)} to "))
    name, at = name_of_piece(words.mine.pieces[gone]), words.mine.at[gone]
    apart = words.called(gone) != name

    def is_there(id_: str) -> bool:
        return apart and words.mine.at[id_] == at and name_of_piece(words.mine.pieces[id_]) == name

    return sorted(pieces, key=is_there)


def suggested(at: AtTheTable, view: State, asked: Decision | None) -> Sequence[str]:
    """Lines that can be written in this position: all examples, or the few that a form has for a move."""
    if asked is not None and asked.topic != MOVE:
        return ()
    side = at.names.get(view.facts.get(kept.VIEW, ""), "")
    words = Words(Table(kept.position_of(view), only_read=True), at.module)
    lines = list(examples(words, side)) if side else []
    return lines if asked is None else [one for verbs in FEW for one in _first_of(verbs, lines)]


def _first_of(verbs: Sequence[str], lines: Sequence[str]) -> Sequence[str]:
    """The first line of the first of some verbs that fits into a form."""
    short = (one for verb in verbs for one in lines if one.startswith(f"{verb} ") and len(one) <= MOST_WIDE)
    return tuple(islice(short, 1))


def shortest(lines: Iterable[str]) -> Iterable[str]:
    """The first line that no mail program folds, or else the shortest one."""
    found: list[str] = []
    for line in lines:
        if len(line) <= MOST_WIDE:
            return [line]
        found.append(line)
    return sorted(found, key=len)[:1]


def in_play(words: Words, side: str) -> list[str]:
    """The pieces of which examples are made, no other side's if there are any: those on a map before cards in
    decks and hands, then a side's own, then units on hexes and squares before markers on tracks, then those
    where most others are."""
    mine, at = words.mine, words.mine.at
    owners = {id_: owner(words, id_) for _, id_ in words.named() if at[id_][0] not in (NOWHERE, "")}
    others = set(words.module.sides) - {side} if side in words.module.sides else set[str]()
    pieces = [id_ for id_ in owners if owners[id_] not in others] or list(owners)
    grounds = {id_: ground_of(words.module, at[id_]) for id_ in pieces}
    count = Counter(id(ground) for ground in grounds.values())

    def rank(id_: str) -> tuple[bool, bool, bool, bool, int]:
        holder, window = mine.pieces.get(mine.inside.get(id_, "")), words.module.windows.get(at[id_][0])
        apart = (holder is not None and holder.kind is Kind.DECK) or (window is not None and window.private)
        fixed = never_moves(mine.pieces[id_])
        return fixed, apart, owners[id_] != side, not is_gridded(grounds[id_]), -count[id(grounds[id_])]

    return sorted(pieces, key=rank)


def owner(words: Words, id_: str) -> str:
    """The side that a piece is marked as, or whose name its own begins with: "Reds" of "Reds_Cannon"."""
    name = name_of_piece(words.mine.pieces[id_]).casefold()
    begun = (
        one for one in words.module.sides
        if name.startswith(one.casefold()) and not name[len(one.casefold()) :][:1].isalnum()
    )  # fmt: skip
    return marked(words.mine.pieces[id_], SIDE_MARK) or max(begun, key=len, default="")


def _move(words: Words, id_: str) -> str:
    """The move of a piece to the place beside its own; where none has a name, to a pixel."""
    at = words.mine.at[id_]
    return f"move {words.called(id_)} to {beside(words.module, at) or aside(words.module, at)}"


def first(pieces: Iterable[str], can: Callable[[str], object]) -> Iterator[str]:
    """The first piece with which something can be done."""
    for id_ in pieces:
        try:
            can(id_)
        except TableError:
            continue
        yield id_
        return


def _bare(table: Table, module: Published) -> Iterator[str]:
    """A module whose counters all lie in its palettes begins with empty maps."""
    if module.slots and not any(True for _ in _maps(table, module)):
        yield (
            "The maps are empty at the start. In VASSAL, drag counters from the module's palettes "
            "to the map, in your log."
        )


def _known(at: AtTheTable) -> Iterator[str]:
    """Who moves first, and in which module players open the saved game."""
    version = f", version {at.module.version}" if at.module.version else ""
    name = at.module.name or at.module.path.stem
    yield f"First to move: {next(iter(at.names.values()))}. Module: {name}{version}."


def _rules(at: AtTheTable) -> Iterator[str]:
    if OWN_SIDE not in at.terms:
        yield "All players may move all pieces. You keep the rules yourselves."
    yield from _objecting(at)
    for name, version in at.module.extension_versions.items():
        yield f"Extension: {name}, version {version}. Activate it in VASSAL before you open the saved game."
    yield from (MEANINGS[one] for one in sorted(at.terms) if one in MEANINGS)


def _decks_and_dice(table: Table, module: Published, side: str) -> Iterator[str]:
    yield "hexpost rolls dice and shuffles decks. A roll in a log does not count: hexpost rolls in its place."
    decks = decks_called(table)
    of_use = (id_ for id_ in unshuffled(module, table.position()) if may_use(table.pieces[id_], side))
    yield from _unshuffled([decks[id_] for id_ in of_use])
    if module.dice:
        yield f"Dice of the module: {', '.join(module.dice)}."
    for name, button in module.dice.items():
        if button.asks:
            dice = f"{len(button.faces)} {'die' if len(button.faces) == 1 else 'dice'}"
            yield f"In a log, {name} rolls {dice}, whatever number you type there. For others: roll 3 {name}"


def _unshuffled(decks: Sequence[str]) -> Iterator[str]:
    for deck in decks[:1]:
        yield f"{deck} {UNSHUFFLED}: shuffle {deck}"
    if len(decks) > 1:
        yield f"The same is true of: {', '.join(decks[1:])}."


def _objecting(at: AtTheTable) -> Iterator[str]:
    """Whether orders of others may be objected to, and for how long."""
    hours = at.object_hours
    days = hours // HOURS
    until = f" within {hours} hours" if hours % HOURS else f" within {days} day{'s' if days > 1 else ''}"
    if NO_OBJECTION not in at.terms:
        yield (
            f'Write "object" and your reason{until if hours else ""} to propose undoing the last orders '
            "of another player. The report of an earlier move has its number: object to move 3."
        )


def _strange(module: Published) -> Iterator[str]:
    for tag, count in sorted(module.strange.items()):
        yield f"{counted(count, 'element')} of the module's own class {tag}: kept as written, not run here"
    for why, names in module.unread.items():
        kinds = list(dict.fromkeys(names))
        told = ", ".join(kinds[:MOST_NAMED]) + (", ..." if len(kinds) > MOST_NAMED else "")
        yield f"{counted(len(names), 'piece')} that cannot be read ({why}): {told}"


def _without_picture(module: Published) -> Iterator[str]:
    """Boards that are laid, and whose picture is missing from the module, as it is from one that was not
    downloaded whole."""
    archives = [one.archive for one in (module.file, *module.extensions)]
    for node in (one for one in module.nodes() if is_map(one)):
        window = node.get("mapName")
        laid = {one.board for one in module.places.windows[window].usual}
        for board in (*every(node), *module.boards_added(window)):
            name, image = board.get("name"), board.get("image")
            used = board.kind == "Board" and (name in laid or not laid)
            if used and image and not any(f"images/{image}" in one.names for one in archives):
                yield f"map {window!r}: the picture {image} of the board {name!r} is missing from the module"


def _boxes(module: Published) -> Iterator[str]:
    """Pictures of shapes (SVG) with more in them than is drawn here."""
    if names := undrawn(module):
        told = ", ".join(names[:MOST_NAMED]) + (", ..." if len(names) > MOST_NAMED else "")
        yield f"{counted(len(names), 'drawing')} ({told}): boxes in pictures, but drawn in the saved game"


def _not_drawn(module: Published) -> Iterator[str]:
    """What VASSAL draws on pieces, and pictures here do not, with how many pieces of the module have it."""
    count = Counter(
        kind for one in module.slots.values() for kind in {type_.partition(";")[0] for type_ in one.types}
    )
    for kind, name in NOT_DRAWN.items():
        if count[kind]:
            yield f"{name} of {counted(count[kind], 'piece')}: not in pictures, but in the saved game"


def _named_by_backs(at: AtTheTable, view: State, side: str) -> Iterator[str]:
    """Backs that only pieces of one name have: who sees such a back knows what it covers."""
    position = kept.position_of(view)
    for one in at.cutter.alone(position, Seat(side)):
        if picture := one.partition("back:")[2]:
            yield f"only pieces of one name have the back {picture}, so the back tells what it covers"


def _misread(at: AtTheTable, view: State, side: str) -> Iterator[str]:
    """That automation of the module reads what no saved game of this side holds."""
    if names := at.cutter.misread(kept.position_of(view), Seat(side)):
        told = ", ".join(f'"{one}"' for one in names[:MOST_NAMED])
        told += " and others" * (len(names) > MOST_NAMED)
        yield (
            f"The module works out {told} from the names of pieces. For pieces that you do not see, VASSAL "
            'may tell of "bad data" there. Your log counts all the same'
        )
