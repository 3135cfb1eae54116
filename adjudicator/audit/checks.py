"""Checks on the referee: a game rebuilt from its journal (replay), every die worked out again (audit), and
with it what was secret, once the game is over."""

from __future__ import annotations

import difflib
import email
import hashlib
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from email.policy import default

from adjudicator.audit.opened_secrets import Disclosed, disclosed
from adjudicator.beacon import BeaconError, Chain, Round, chain_of, check_round, seal_of_words
from adjudicator.catalogue import find_game
from adjudicator.dice import FIRST_SCHEME, commitment, derive, first_link, next_link
from adjudicator.events import (
    EVERYBODY,
    Announced,
    Closed,
    DieRolled,
    Drawn,
    Event,
    GameEnded,
    HiddenDieRolled,
    HiddenDrawn,
    Restored,
    RoundUsed,
    audience,
)
from adjudicator.game import Game
from adjudicator.mail.desk.bound import (
    chain_after,
    dice_lines,
    hash_of,
    head_and_lines,
    is_silence,
    link_hash,
    scheme_of,
    words_of_entry,
    words_of_kept,
)
from adjudicator.mail.desk.table import Table, opening_record
from adjudicator.mail.desk.undoing import Counting, went_back
from adjudicator.mail.telling.art import art_of
from adjudicator.mail.telling.reports import look, report_letter, span_of
from adjudicator.mail.writing.outbox import letter_bytes
from adjudicator.snapshot import digest
from adjudicator.state import State
from adjudicator.store import EDITION, GameRow, MailRow, SheetRow, Store, broken_link, fold, revive


@dataclass(frozen=True, slots=True)
class Replayed:
    """What a replay compared, and the first difference in words: "" when everything is identical.

    Of `reports` those `earlier` were worded by an earlier hexpost, and are not made again.
    """

    game: int
    sheets: int
    events: int
    reports: int
    difference: str
    earlier: int = 0


def replay(store: Store, number: int) -> Replayed:
    """Rebuild a game from its journal and compare it with what was kept: hashes, states and reports.

    Stops at the first difference: what comes after a broken link could not even be read.
    """
    row, sheets = store.journal.game(number), store.journal.sheets(number)
    reports = store.mail.reports(number)
    difference = next(filter(None, _differences(store, row, sheets, reports)), "")
    earlier = sum(mail.edition < EDITION for mail in reports)
    return Replayed(number, len(sheets), sheets[-1].last_event, len(reports), difference, earlier)


def _differences(
    store: Store, row: GameRow, sheets: tuple[SheetRow, ...], reports: tuple[MailRow, ...]
) -> Iterator[str]:
    """Differences, or "": in the hashes, in the states after each sheet (folded twice), in the reports."""
    yield broken_link(store.journal.events(row.id))
    yield chain_fault(store, row, sheets)
    table = Table(store, row.id, anew=True)
    for _ in range(2):
        yield from _states(table, sheets)
    for mail in reports:
        yield _report(table, mail) if mail.edition == EDITION else ""


def _states(table: Table, sheets: tuple[SheetRow, ...]) -> Iterator[str]:
    state, told = table.game.start(table.row.scenario), 0
    for sheet in sheets:
        events = table.events(told + 1, sheet.last_event)
        yield from (_restored(table, event) for event in events if isinstance(event, Restored))
        state = fold(state, events)
        told = sheet.last_event
        if digest(state) != sheet.state:
            yield f"after orders {sheet.n} ({sheet.kind}) the state is not what it was at first"


def _restored(table: Table, event: Restored) -> str:
    """What is wrong where a game went back: the state is not the one of then; "" when it is."""
    again = event.again(table.state)
    if digest(again) == digest(table.state_after(event.event)):
        return ""
    return f"the state after an undo is not the one before orders {event.sheet}"


def chain_fault(store: Store, row: GameRow, sheets: tuple[SheetRow, ...]) -> str:
    """Where the chain of the dice does not follow from what moved the game on; "" when it does."""
    chain, scheme = first_link(row.opening), scheme_of(row.opening)
    rolled, dice, rounds = _dice_by_sheet(store, row), list[str](), _rounds_by_sheet(store, row)
    for sheet in sheets:
        raw = b"" if sheet.letter is None else store.mail.letter(sheet.letter)
        if raw and hashlib.sha256(raw).hexdigest() != sheet.sha256:
            return f"the email of orders {sheet.n} is not the one that was used"
        if scheme != FIRST_SCHEME and not _bound(store, sheet, raw, scheme):
            return f"the dice after orders {sheet.n} ({sheet.kind}) are not bound to what it says"
        chain = _linked(chain, dice, sheet, raw, scheme, rounds.get(sheet.n))
        dice = rolled[sheet.n] if sheet.bound else dice + rolled[sheet.n]
        if chain != sheet.chain:
            return f"the chain of the dice after orders {sheet.n} does not follow from what was used"
    return ""


def _linked(
    chain: str, dice: Sequence[str], sheet: SheetRow, raw: bytes, scheme: str, used: RoundUsed | None
) -> str:
    """The chain after a sheet; `dice` are those rolled since the last link, `used` a round of a beacon."""
    if scheme == FIRST_SCHEME:
        return next_link(chain, raw) if raw else chain
    return chain_after(chain, dice, sheet.bound, scheme, used)


def _rounds_by_sheet(store: Store, row: GameRow) -> Mapping[int, RoundUsed]:
    """The rounds of a beacon that a game has used, by the sheet whose link is bound to them."""
    if chain_of(row.opening) is None:
        return {}
    used = store.journal.events_of(row.id, RoundUsed.__name__)
    return {one.sheet: RoundUsed(rule="", **one.facts) for one in used}


def _wrong_rounds(store: Store, row: GameRow, sheets: tuple[SheetRow, ...]) -> Iterator[str]:
    """Where the dice of a game are not bound to the rounds of its beacon that were announced before."""
    beacon, used = chain_of(row.opening), _rounds_by_sheet(store, row)
    if beacon is None:
        return
    told = store.journal.events_of(row.id, Announced.__name__)
    announced = {n: (one.sheet, Announced(rule="", **one.facts)) for n, one in enumerate(told, 1)}
    for sheet in filter(lambda one: one.bound, sheets):
        one = used.get(sheet.n)
        before, said = announced.get(one.n, (sheet.n, None)) if one else (sheet.n, None)
        if one is None or said is None or before >= sheet.n or said.round != one.round:
            yield f"the dice after orders {sheet.n} are bound to no beacon round that was announced before"
        elif datetime.fromisoformat(sheets[before].judged) >= beacon.time(one.round):
            yield f"beacon round {one.round} was known when it was announced"
        elif said.seal != _seal(row, one, sheet):
            yield f"the seal of announcement {one.n} is not that of orders {sheet.n}"
        else:
            yield _wrong_round(beacon, one)


def _seal(row: GameRow, one: RoundUsed, sheet: SheetRow) -> str:
    head, lines = head_and_lines(sheet.bound)
    return seal_of_words(row.secret, str(row.id), one.n, one.round, head, hash_of(lines))


def _wrong_round(beacon: Chain, one: RoundUsed) -> str:
    """What is wrong with a round of a beacon; "" where it is one that the chain published."""
    if not beacon.uses(one.round):
        return f"beacon round {one.round} is not one of those that the game uses"
    try:
        check_round(beacon, Round(one.round, one.randomness, one.signature, one.previous))
    except BeaconError as wrong:
        return f"beacon round {one.round}: {wrong}"
    return ""


def _dice_by_sheet(store: Store, row: GameRow) -> Mapping[int, list[str]]:
    """The dice of each sheet of a game, as the chain has them."""
    kinds, found = find_game(row.game).kinds, defaultdict[int, list[str]](list)
    rolls = [one for one in store.journal.events(row.id) if "chain" in one.facts]
    for one, event in zip(rolls, revive(kinds, rolls), strict=True):
        found[one.sheet] += dice_lines([event])
    return found


def _bound(store: Store, sheet: SheetRow, raw: bytes, scheme: str) -> bool:
    """Whether the words that a sheet bound the dice to are those of its letter, its silence or its text."""
    match sheet.kind:
        case "orders":
            return any(
                sheet.bound == words_of_kept(raw, sheet.game, sheet.side, scheme, trusted)
                for trusted in (False, True)
            )
        case "correction" | "entry":
            events = store.journal.events(sheet.game, last=sheet.last_event)
            told = (row.facts["what"] for row in events if row.sheet == sheet.n and "what" in row.facts)
            return sheet.bound == words_of_entry(sheet.kind, next(told, ""), scheme)
        case "silence":
            return is_silence(sheet.bound, scheme)
        case _:
            return not sheet.bound


def _report(table: Table, mail: MailRow) -> str:
    """The first line in which a report made again differs from the one sent; "" when no byte does.

    Its pictures are taken from the one sent: what they show stands in the pages, and a map may be redrawn.
    """
    span = span_of(table, mail)
    sent = email.message_from_bytes(mail.raw, policy=default)
    again = letter_bytes(
        report_letter(
            table, span, look(table, span, mail.sheet), desk=str(sent["From"]), to=str(sent["To"]),
            number=mail.number, written=datetime.fromisoformat(mail.written), art=art_of(sent, mail.links),
        )
    )  # fmt: skip
    if again == mail.raw:
        return ""
    return f"{mail.kind} {mail.name}: {first_difference(mail.raw, again)}"


def first_difference(was: bytes, now: bytes) -> str:
    """The first line that differs between two mails."""
    old, new = (raw.decode("utf-8", "replace").splitlines() for raw in (was, now))
    changed = list(difflib.unified_diff(old, new, lineterm="", n=0))[2:]
    return " | ".join(changed[:3]) or "only its line ends differ"


# -- the dice ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rolled:
    """One die of the journal and what it should be; a hidden one counts in the `stream` of who sees it.

    `eyes` are those who alone were told of it, "" for a die that everybody was told of.
    """

    n: int
    rule: str
    purpose: str
    sides: int
    value: int
    chain: str
    sheet: int
    derived: int
    stream: str = ""
    eyes: str = ""

    def for_all(self) -> Rolled:
        """What everybody may know of a die while the game runs."""
        if self.eyes:
            return Rolled(self.n, "", "", self.sides, 0, "", 0, 0, eyes=self.eyes)
        return replace(self, chain="", sheet=0)


@dataclass(frozen=True, slots=True)
class Audited:
    """Every die of a game worked out again, and all that is wrong, in words; what was secret of one that is
    `over`."""

    game: int
    commitment: str
    opening: str
    links: tuple[tuple[int, str, str], ...]
    dice: tuple[Rolled, ...]
    faults: tuple[str, ...]
    over: bool = False
    disclosed: tuple[Disclosed, ...] = ()

    def for_all(self) -> Audited:
        """What may be shown to anybody. While the game runs, a die of which one side alone was told is no
        more than a number, and a hidden one not even that. Hashes that hang on what the sides wrote are left
        out: who guesses their words could try them. So are the links and numbers of sheets, which count the
        letters of each side."""
        if self.over:
            return self
        return replace(
            self,
            links=(),
            dice=tuple(die.for_all() for die in self.dice if not die.stream),
            faults=tuple(dict.fromkeys(map(self._without_secrets, self.faults))),
        )

    def _without_secrets(self, fault: str) -> str:
        secret = any(f"({die.purpose}" in fault for die in self.dice if die.eyes)
        return CLOSED_FAULT if secret else fault


CLOSED_FAULT = "a die roll that only one side saw is wrong. It is named when the game is over"


def audit(store: Store, number: int, secret: bytes | None = None) -> Audited:
    """Derive every die again from the secret (the desk's, or the one published) and the letters."""
    row, sheets, rows = store.journal.game(number), store.journal.sheets(number), store.journal.events(number)
    game, broken = find_game(row.game), broken_link(rows)
    events = revive(game.kinds, rows)
    rolls = ((r.sheet, e) for r, e in zip(rows, events, strict=True) if isinstance(e, DieRolled | Drawn))
    key = row.secret if secret is None else secret
    dice = tuple(_rolled(row, sheets[n], roll, key) for n, roll in rolls)
    faults = [*_promises(row, game, key), broken, chain_fault(store, row, sheets)]
    faults += [*_wrong_rounds(store, row, sheets), *_wrong_dice(dice, sheets)]
    start, over = game.start(row.scenario), any(isinstance(event, GameEnded | Closed) for event in events)
    faults += [] if broken else _wrong_draws(start, events)
    counting = set(Counting(went_back(store, number)).events(1, len(events)))
    each = ((event, row.n in counting) for row, event in zip(rows, events, strict=True))
    return Audited(
        number,
        row.commitment,
        row.opening.decode("utf-8"),
        tuple((sheet.n, link_hash(sheet, scheme_of(row.opening)), sheet.chain) for sheet in sheets),
        dice,
        tuple(filter(None, faults)),
        over,
        disclosed(game, start, each) if over and not broken else (),
    )


def _promises(row: GameRow, game: Game, secret: bytes) -> Iterator[str]:
    if commitment(secret) != row.commitment:
        yield "the secret is not the one whose hash was published when the game opened"
    scheme = scheme_of(row.opening)
    game = replace(game, rules=row.rules)
    beacon, made_of = chain_of(row.opening), game.made_of() if "module" in json.loads(row.opening) else ""
    told = opening_record(row.id, game, row.scenario, row.opened, row.commitment, scheme, beacon, made_of)
    if told != row.opening:
        yield "the opening record is not the one that this game has"


def _rolled(row: GameRow, sheet: SheetRow, roll: DieRolled | Drawn, secret: bytes) -> Rolled:
    scheme = scheme_of(row.opening)
    value = derive(secret, str(row.id), roll.n, roll.rule, roll.purpose, sheet.chain, roll.sides, scheme)
    stream = audience(roll.to) if isinstance(roll, HiddenDieRolled | HiddenDrawn) else ""
    return Rolled(
        roll.n, roll.rule, roll.purpose, roll.sides, roll.value, roll.chain, sheet.n, value, stream,
        "" if roll.to == EVERYBODY else audience(roll.to),
    )  # fmt: skip


def _wrong_dice(dice: tuple[Rolled, ...], sheets: tuple[SheetRow, ...]) -> Iterator[str]:
    rolled: Counter[str] = Counter()
    for die in dice:
        rolled[die.stream] += 1
        place, told = rolled[die.stream], f"die {die.n} ({die.purpose}, {die.rule})"
        if die.n != place:
            yield f"{told} should be number {place}. A die roll is missing or repeated"
        if die.chain != sheets[die.sheet].chain:
            yield f"{told} is not bound to what it was rolled for"
        if die.value != die.derived:
            yield f"{told} shows {die.value}, and the secret gives {die.derived}"


def _wrong_draws(state: State, events: Sequence[Event]) -> Iterator[str]:
    """Draws that are not the item their number names among those left in the cup."""
    for event in events:
        if isinstance(event, Drawn):
            yield _wrong_draw(state, event)
        state = event.apply(state)


def _wrong_draw(state: State, event: Drawn) -> str:
    left = sorted(state.cups.get(event.cup, ()))
    if event.sides == len(left) and 1 <= event.value <= len(left) and left[event.value - 1] == event.item:
        return ""
    return f"draw {event.n} ({event.purpose}) took {event.item}: not number {event.value} of those left"
