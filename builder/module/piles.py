"""Piles of cards on the map, and hands in windows of their own: in the build file, and in a saved game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from builder.layout.board import MAP, Layout, Point
from builder.layout.decks import Deck, Pile, piles, word_for_all
from builder.layout.module_file import ModuleFacts
from builder.module.roster_pieces import BACK_KEY, Pieces, holders, used_decks
from builder.module.setup import Placement
from builder.module.tracks import as_compared
from builder.vassal.buildfile import Element, element, slot
from builder.vassal.traits import join, trait
from counters.roster.counter import Roster

_MOST_SHOWN = 4
_ON_COMMAND, _ALWAYS, _NEVER = "Via right-click Menu", "Always", "Never"
_MARGIN = 20
_IN_A_ROW = 6
# What a pile is in a saved game, field by field as VASSAL's decks write themselves.
_TYPE = (
    "deck;true;90,90,90;{};{};{};{};false;{};false;{};{};{};{};{};;;{};false;{};;{};;false;;false;;"
    "$BasicName$;;false;;Shuffle;Reverse;;Draw multiple cards;Draw specific cards;Face up;Face down;;;;;"
    "Save Deck;;Deck Saved;Load Deck;;Deck Loaded;{};{}"
)


@dataclass(frozen=True, slots=True)
class _Ways:
    """How a pile is laid and drawn from, in VASSAL's words."""

    face: str
    shuffle: str
    select: bool
    returned: str
    into: str
    told: str
    shuffled: str
    key: str
    owners: str


def _ways(pile: Pile, roster: Roster) -> _Ways:
    deck = pile.deck
    # VASSAL loses a card that somebody sends into a deck they may not touch: so discards are its side's, too.
    owners = join(",", [roster.style.sides[deck.side]]) if deck.side else ""
    if pile.late:
        into, told = f"Shuffle all into {deck.name}", f"The late cards are shuffled into {deck.name}"
        return _Ways(_ALWAYS, _NEVER, True, into, deck.name, told, "", "", owners)
    if pile.discards:
        into = f"Return all to {deck.name}"
        told = f"All discards go back into {deck.name}"
        return _Ways(_NEVER, _NEVER, True, into, deck.name, told, "", "", owners)
    if deck.ordered:
        told = f"{deck.name} is shuffled"
        return _Ways(_ALWAYS, _ON_COMMAND, deck.searched, "", "", "", told, shuffle_key(deck), owners)
    return _Ways(_ALWAYS, _ALWAYS, deck.searched, "", "", "", "", "", owners)


def shuffle_key(deck: Deck) -> str:
    """The key by which an ordered deck is shuffled when the game begins."""
    return f"0,0,shuffle-{deck.id}" if deck.ordered else ""


def pile_extent(pile: Pile, roster: Roster, layout: Layout) -> Point:
    """How wide and how high a pile is, in pixels."""
    return roster.style.card_extent(round(layout.unit * pile.wide))


def pile_element(
    pile: Pile, facts: ModuleFacts, roster: Roster, layout: Layout, pieces: Pieces, cards: Iterable[str]
) -> Element:
    """A pile with the cards that lie in it at the start, the lowest first."""
    (wide, high), ways = pile_extent(pile, roster, layout), _ways(pile, roster)
    x, y = layout.spot(pile.at)
    laid = [pieces[card] for card in cards]
    made = element(
        "module.map.DrawPile",
        *(slot(one.name, one.gpid, wide, one.definition, card=True) for one in laid),
        name=pile.name,
        owningBoard=facts.board,
        x=x,
        y=y,
        width=wide,
        height=high,
        faceDown=ways.face,
        shuffle=ways.shuffle,
        allowMultiple=False,
        allowSelect=ways.select,
        reversible=False,
        draw=True,
        maxStack=_MOST_SHOWN,
    )
    for name, value in _further(pile, ways):
        made.set(name, value)
    return made


def _further(pile: Pile, ways: _Ways) -> Iterator[tuple[str, str]]:
    """What not every pile has."""
    if pile.deck.open and not pile.discards:
        yield "drawFaceUp", "true"
    if ways.into:
        yield from (("reshufflable", "true"), ("reshuffleCommand", ways.returned))
        yield from (("reshuffleTarget", ways.into), ("reshuffleMessage", ways.told))
    if ways.key:
        yield from (("shuffleFormat", ways.shuffled), ("shuffleHotkey", ways.key))
    if ways.owners:
        yield from (("deckRestrictAccess", "true"), ("deckOwners", ways.owners))


def pile_type(pile: Pile, roster: Roster, layout: Layout) -> str:
    """The type of a pile in a saved game."""
    (wide, high), ways = pile_extent(pile, roster, layout), _ways(pile, roster)
    face_up = _word(pile.deck.open and not pile.discards)
    made = trait(
        _TYPE, wide, high, ways.face, ways.shuffle, _word(ways.select), ways.returned, ways.into, ways.told,
        pile.name, ways.shuffled, face_up, ways.key, str(_MOST_SHOWN), _word(bool(ways.owners)), ways.owners,
    )  # fmt: skip
    return made.type


def _word(yes: bool) -> str:
    return "true" if yes else "false"


def piled(
    placements: Iterable[Placement], facts: ModuleFacts, roster: Roster
) -> Mapping[str, tuple[Placement, ...]]:
    """The cards in each pile by the pile's box, hidden ones too, the lowest first."""
    cards = {*roster.cards, *(deck.hidden for deck in used_decks(roster, facts))}
    found: dict[str, list[Placement]] = {pile.at: [] for pile in piles(facts.decks)}
    for one in placements:
        if one.piece in cards and one.at in found:
            found[one.at].append(one)
    return {box: tuple(laid) for box, laid in found.items()}


def pile_tools(facts: ModuleFacts, roster: Roster, layout: Layout) -> Iterator[Element]:
    """What belongs to piles in the toolbar: cards called back, and decks shuffled as the game begins."""
    for deck in facts.decks:
        if deck.regained or deck.regained_from:
            boxes = tuple(layout.areas[box].name for box in deck.regained_from)
            where = " or ".join(f"in {name}" for name in boxes) or "on the map"
            yield element(
                "module.GlobalKeyCommand",
                name=f"All back into {deck.name}",
                buttonText=f"All back into {deck.name}",
                tooltip=f"Every {deck.word} {where} goes back into {deck.name}",
                icon="",
                buttonHotkey="",
                hotkey=BACK_KEY,
                filter=_regained(deck, roster, boxes),
                deckCount=0,
                singleMap=False,
                target="MODULE|false|MAP|||||0|0||false|||EQUALS||",
                reportFormat=f"Every {deck.word} {where} goes back into {deck.name}",
            )
        if deck.ordered:
            yield element(
                "module.StartupGlobalKeyCommand",
                name=f"Shuffle {deck.name}",
                whenToApply="startOfGameOnly",
                hotkeyOrKeyCommand="sendHotkey",
                globalHotkey=shuffle_key(deck),
            )


def _regained(deck: Deck, roster: Roster, boxes: Sequence[str]) -> str:
    """Which cards are called back: those on the map or in some boxes, by somebody who may touch the deck."""
    there = " || ".join("CurrentZone==" + as_compared(name) for name in boxes)
    own = f' && PlayerSide=="{roster.style.sides[deck.side]}"' if deck.side else ""
    return f'{{Deck=="{deck.name}" && CurrentMap=="{MAP}"{own}{f" && ({there})" if there else ""}}}'


# Hands


def hand_name(facts: ModuleFacts, roster: Roster, side: str) -> str:
    """What the window with a side's cards is called."""
    return f"{_word_for_cards(facts, roster).capitalize()}s of {roster.style.sides[side]}"


def _word_for_cards(facts: ModuleFacts, roster: Roster) -> str:
    return word_for_all(used_decks(roster, facts))


def card_size(facts: ModuleFacts, roster: Roster, layout: Layout) -> int:
    """How wide the widest card that a hand may hold is, in pixels."""
    return round(layout.unit * max(deck.wide for deck in used_decks(roster, facts)))


def hand_spot(facts: ModuleFacts, roster: Roster, layout: Layout) -> Point:
    """Where the first card of a hand lies in its window."""
    wide, high = roster.style.card_extent(card_size(facts, roster, layout))
    return wide // 2 + _MARGIN, high // 2 + _MARGIN


def hand_extent(facts: ModuleFacts, roster: Roster, layout: Layout) -> Point:
    """How wide and how high the board of a hand is."""
    wide, high = roster.style.card_extent(card_size(facts, roster, layout))
    return wide * _IN_A_ROW, high + 2 * _MARGIN


def hand_taken(facts: ModuleFacts, roster: Roster, side: str) -> str:
    """What the chat says when a side takes a card: not which."""
    return f"{roster.style.sides[side]} takes a {_word_for_cards(facts, roster)}"


def boards(facts: ModuleFacts, roster: Roster) -> Sequence[tuple[str, str]]:
    """Every window of the module with the board in it."""
    hands = [hand_name(facts, roster, side) for side in holders(facts, roster)]
    return [(MAP, facts.board), *((name, name) for name in hands)]
