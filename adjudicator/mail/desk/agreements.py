"""Proposals to all players of a game: made, answered, withdrawn, and carried out when all have agreed.

Silence is never consent. A proposal to end the game stays open whatever is played; a proposal to undo lapses
with the first event that everybody sees. An agreement is carried out in a sheet of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

from adjudicator.dice import NoDice
from adjudicator.events import Agreed, Closed, ProposalEnded, Proposed
from adjudicator.events.fact import with_article
from adjudicator.game import Game
from adjudicator.mail.desk.consent import PURPOSE, missing
from adjudicator.mail.desk.going_back import enter_undo, last_of, last_played, way_back
from adjudicator.mail.desk.move_numbers import move_of, named_move
from adjudicator.mail.desk.pages import shown
from adjudicator.mail.desk.registry import MOST_TURNS
from adjudicator.mail.desk.table import Say, Table, Taken
from adjudicator.mail.desk.trial import dry
from adjudicator.mail.desk.undoing import UNDO
from adjudicator.mail.reading.codes import holds_code
from adjudicator.mail.settings.clock import when
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.mail.settings.wishes import LONGEST, Said
from adjudicator.play import Play
from adjudicator.report.whereabouts import capital
from adjudicator.rulings import Refused, Ruling
from adjudicator.state import Json, State
from adjudicator.store import SheetRow
from adjudicator.wording.position import points_of

ENDS = {"draw": "the game ends as a draw", "close": "the game ends without a winner"}
"""What comes about when all agree; taking back says itself what it goes back to."""
GOES_BACK = "an undo is proposed. Send your orders again when it is settled"
BACK_TO = "back to the position"
GOING = ("propose", "object", "agree")
"""By what a game may come to go back."""
OWN_OR_EARLIER = "To undo them, write: propose undo. For an earlier move, write its number: object to move N"
OPEN_NOW = "there is no such proposal now"

# -- lines in a sheet -----------------------------------------------------------------------------------


def speak(
    game: Game, play: Play, side: str, said: Sequence[Said], sheet: int, table: Table | None = None,
    now: str = "",
) -> list[Ruling]:  # fmt: skip
    """Deal with the lines of a side's sheet that are for the desk; without a table as a dry run would. An
    objection `now` may come too late."""
    return [_ruling(game, play, side, one, sheet, table, now) for one in said]


def saying(table: Table, side: str, said: Sequence[Said], now: str) -> Say:
    """The same for a sheet that a table takes."""
    return lambda play, sheet: speak(table.game, play, side, said, sheet, table, now)


def try_said(game: Game, state: State, side: str, said: Sequence[Said]) -> list[Ruling]:
    """What would be said of such lines; nothing is proposed or agreed to."""
    return [dry(ruling) for ruling in speak(game, Play(state, NoDice()), side, said, 0)]


def _ruling(
    game: Game, play: Play, side: str, said: Said, sheet: int, table: Table | None, now: str
) -> Ruling:
    try:
        if said.act == "object" and table is not None:
            _check_time(table, side, said, now)
        why = _ACTS[said.act](game, play, side, said, table)
    except Refused as no:
        return Ruling(sheet, said.line, said.text, no.verdict, no.rule, no.why, no.legal)
    return Ruling(sheet, said.line, said.text, "done", why=why)


def _propose(game: Game, play: Play, side: str, said: Said, table: Table | None) -> str:
    state, who = play.state, _who(game, side)
    if not said.matter:
        raise Refused("", "you may propose a draw, the end of the game, or an undo", _all("propose"))
    if state.over is not None:
        raise Refused("", "the game is over")
    if said.matter in state.proposals:
        raise Refused("", "this is already proposed", (f"agree {said.matter}", f"refuse {said.matter}"))
    asks = tuple(other for other in game.sides if other != side)
    what, before, reason = (
        f"{who} proposes that {ENDS.get(said.matter, 'the game is rolled back')}",
        0,
        said.more,
    )
    if said.matter == UNDO and table is not None:
        if said.act == "object":
            what, before, reason = _objection(table, side, who, reason)
        else:
            what, before = _own_undo(table, side, who)
    play.record(_proposed(said.matter, side, asks, what, reason_of(reason, table), before=before))
    others = " and ".join(with_article(game.names()(one)) for one in asks)
    return f"{others} must agree. No answer is not consent"


def _check_time(table: Table, side: str, said: Said, now: str) -> None:
    """Raises Refused for an objection that comes too late."""
    number, _ = named_move(said.more)
    ends = _ends(table, _named_row(table, number, side)) if number else objection_ends(table)
    if ends and now > ends:
        what, it = (f"move {number}", "It stands") if number else ("the last orders", "They stand")
        raise Refused("", f"the time to object to {what} ended on {when(ends, 'UTC')}. {it}")


def objection_ends(table: Table, since: int = 0, side: str = "") -> str:
    """Until when somebody may object to the last orders, as an ISO time; "" for no such time, for orders of a
    side itself, and for those up to a sheet. While a game is paused it does not end."""
    if not table.game.object_hours:  # most games: their sheets are not read for it
        return ""
    try:
        row = last_played(table)
    except DeskError:
        return ""
    return "" if row.n <= since or row.side == side else _ends(table, row)


def _ends(table: Table, row: SheetRow) -> str:
    """Until when somebody may object to a sheet, "" for no such time."""
    if not table.game.object_hours or table.terms().paused or table.state.over is not None:
        return ""
    ends = datetime.fromisoformat(row.judged) + timedelta(hours=table.game.object_hours)
    return ends.isoformat(timespec="seconds")


def _named_row(table: Table, number: int, side: str) -> SheetRow:
    """The sheet of a move that a side objects to. Raises Refused."""
    try:
        return move_of(table, number, side)
    except DeskError as wrong:
        raise Refused("", str(wrong)) from None


def _own_undo(table: Table, side: str, who: str) -> tuple[str, int]:
    """What a player asks for who wants their last orders back, and the sheet they are. Raises Refused."""
    try:
        way = way_back(table, last_of(table, side))
    except DeskError as wrong:
        raise Refused("", str(wrong)) from None
    what = f"{who} proposes to undo their last orders: the game is rolled {BACK_TO} {way.place}"
    return what, way.sheet


def _objection(table: Table, side: str, who: str, more: str) -> tuple[str, int, str]:
    """What a player asks for who objects to a move of another side, the last one if none is named, the
    sheet, and the reason. Raises Refused."""
    number, reason = named_move(more)
    try:
        row = move_of(table, number, side) if number else last_played(table)
        if row.side == side:
            raise DeskError(f"the last orders are your own. {OWN_OR_EARLIER}")
        way = way_back(table, row.n)
    except DeskError as wrong:
        raise Refused("", str(wrong)) from None
    what = f"move {number} of" if number else "the last orders of"
    whose = with_article(table.game.names()(row.side))
    told = f"{who} objects to {what} {whose}: the game is rolled {BACK_TO} {way.place}"
    return told, way.sheet, reason


def _proposed(
    matter: str, by: str, asks: tuple[str, ...], what: str, reason: str, winner: str = "", before: int = 0
) -> Proposed:
    told = with_reason(f"{what[:1].upper()}{what[1:]}", reason)
    return Proposed(
        rule="", what=told, matter=matter, by=by, asks=asks, reason=reason, winner=winner, before=before
    )


def _to_answer(play: Play, side: str, said: Said, table: Table | None) -> tuple[str, Mapping[str, Json]]:
    """The proposal that a side answers, with its matter. Raises Refused for one of its own."""
    matter = _which(play.state, said, table)
    told = play.state.proposals[matter]
    if side not in told["asks"]:
        raise Refused("", "this is your own proposal", (f"withdraw {matter}",))
    return matter, told


def _agree(game: Game, play: Play, side: str, said: Said, table: Table | None) -> str:
    matter, told = _to_answer(play, side, said, table)
    if side in told["agreed"]:
        return "you have already agreed"
    what = f"{_who(game, side)} agrees to {_named(game, told, matter)}"
    play.record(Agreed(rule="", what=what, matter=matter, side=side))
    left = missing(play.state, matter)
    others = " and ".join(with_article(game.names()(one)) for one in left)
    return f"{others} must also agree" if left else "all have agreed"


def _refuse(game: Game, play: Play, side: str, said: Said, table: Table | None) -> str:
    matter, told = _to_answer(play, side, said, table)
    what = f"{_who(game, side)} refuses {_named(game, told, matter)}"
    play.record(ProposalEnded(rule="", what=what, matter=matter))
    return "the game goes on"


def _withdraw(game: Game, play: Play, side: str, said: Said, table: Table | None) -> str:
    matter = _which(play.state, said, table)
    told = play.state.proposals[matter]
    if told["by"] != side:
        raise Refused("", "you may withdraw only your own proposal", (f"agree {matter}", f"refuse {matter}"))
    what = f"{_who(game, side)} withdraws the proposal {PURPOSE[matter]}"
    play.record(ProposalEnded(rule="", what=what, matter=matter))
    return "nobody has to answer it now"


_ACTS = {
    "propose": _propose, "object": _propose, "agree": _agree, "refuse": _refuse, "withdraw": _withdraw
}  # fmt: skip
"""What is said of a proposal -> what it does."""


def _who(game: Game, side: str) -> str:
    """A side as a sentence begins with it."""
    return capital(with_article(game.names()(side)))


def _named(game: Game, told: Mapping[str, Json], matter: str) -> str:
    """A proposal by who made it: "the referee's proposal to take back"."""
    by = with_article(game.names()(told["by"])) if told["by"] else "the referee"
    return f"{by}'s proposal {PURPOSE[matter]}"


def _which(state: State, said: Said, table: Table | None) -> str:
    """The open proposal that a line is about. Raises Refused where it is about none, or in doubt."""
    number = said.more.split()[0].strip(".,") if said.more else ""
    if table is not None and number.isdigit() and int(number) != table.number:
        raise Refused("", f"these orders are for game {table.number}, not for game {number}")
    open_now = tuple(state.proposals)
    ends = {"draw", "close"}
    found = [one for one in open_now if one == said.matter or not said.matter]
    found = found or [one for one in open_now if {one, said.matter} <= ends]
    if len(found) == 1:
        return found[0]
    legal = tuple(f"{said.act} {matter}" for matter in open_now)
    raise Refused("", "there are several proposals. Say which one you mean" if found else OPEN_NOW, legal)


def _all(act: str) -> tuple[str, ...]:
    return tuple(f"{act} {matter}" for matter in PURPOSE)


def goes_back(table: Table, side: str, said: Sequence[Said], now: str) -> bool:
    """Whether a sheet asks that the game go back, or agrees to it: then its orders are for a position that
    may not stay."""
    play = Play(table.state, NoDice())
    rulings = speak(table.game, play, side, said, 0, table, now)
    return any(
        ruling.verdict == "done" and one.act in GOING and UNDO in play.state.proposals
        for one, ruling in zip(said, rulings, strict=True)
        if (one.matter or UNDO) == UNDO
    )


def reason_of(text: str, table: Table | None) -> str:
    """A reason that everybody may read. Raises Refused for one with a reply code in it."""
    reason = " ".join(shown(text).split())
    if table is not None and holds_code(reason, table.codes(MOST_TURNS)):
        raise Refused("", "your reason goes to every player, but contains a reply code. Leave the code out")
    return reason if len(reason) <= LONGEST else f"{reason[:LONGEST].rstrip()} [...]"


def with_reason(what: str, reason: str) -> str:
    """What is done and why."""
    return f"{what} ({reason})" if reason else what


# -- carried out ----------------------------------------------------------------------------------------


def carry_out(table: Table, now: str) -> Taken | None:
    """Do what all have agreed to; None where there is no such thing."""
    ready = next((matter for matter in table.state.proposals if not missing(table.state, matter)), None)
    if ready is None:
        return None
    told, names = table.state.proposals[ready], table.game.names()
    agreed = names.list(tuple(dict.fromkeys(filter(None, (told["by"], *told["agreed"])))))
    asked = "" if told["by"] else " to the referee's proposal"
    if ready == UNDO:
        by = f"as {agreed} agree{asked}"
        return enter_undo(table, told["before"], with_reason(by, told["reason"]), now)
    what = f"{agreed} agree{asked}: {_end_told(table, ready, told['winner'])}"
    return enter_close(table, with_reason(what, told["reason"]), told["winner"], now)


def _end_told(table: Table, matter: str, winner: str) -> str:
    return f"the game ends, and {with_article(table.game.names()(winner))} wins" if winner else ENDS[matter]


def enter_close(table: Table, what: str, winner: str, now: str) -> Taken:
    """End a game, with the points as the game counts them."""
    points = points_of(table.game, table.state)
    return table.enter(Closed(rule="", what=what, winner=winner, points=points), now)


# -- what the referee does ------------------------------------------------------------------------------


def propose_as_referee(
    table: Table, matter: str, reason: str, now: str, winner: str = "", sheet: int = 0
) -> Taken:
    """Propose something to all players. Raises DeskError where it is proposed already, or cannot be."""
    _check(table)
    if matter in table.state.proposals:
        raise DeskError(f"the proposal {PURPOSE[matter]} is already open. --withdraw withdraws it")
    if matter in ENDS:
        end = _end_told(table, matter, winner)
    else:
        end = f"the game is rolled {BACK_TO} {way_back(table, sheet).place}"
    what, asks = f"the referee proposes that {end}", tuple(table.game.sides)
    return table.enter(_proposed(matter, "", asks, what, reason, winner, sheet), now)


def close_as_referee(table: Table, matter: str, reason: str, winner: str, now: str) -> Taken:
    """End a game by the referee's word. Raises DeskError."""
    _check(table)
    what = with_reason(f"the referee decides that {_end_told(table, matter, winner)}", reason)
    return enter_close(table, what, winner, now)


def withdraw_as_referee(table: Table, matters: Sequence[str], now: str) -> Taken:
    """Take away a proposal, whoever made it. Raises DeskError where none is open."""
    matter = next((one for one in matters if one in table.state.proposals), "")
    if not matter:
        raise DeskError("there is no such proposal")
    what = f"The referee withdraws the proposal {PURPOSE[matter]}"
    return table.enter(ProposalEnded(rule="", what=what, matter=matter), now)


def _check(table: Table) -> None:
    if table.state.over is not None:
        raise DeskError(f"game {table.number} is over")
