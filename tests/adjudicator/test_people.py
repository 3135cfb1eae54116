"""Who plays, stands in, watches or is away: as a referee types it, and as real mails tell it."""

from __future__ import annotations

import random
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from adjudicator.audit.checks import audit, replay
from adjudicator.commands import arrange, people
from adjudicator.events.desk import Forfeited
from adjudicator.mail.desk import DeskError, open_desk
from adjudicator.mail.desk.table import Table
from adjudicator.mail.reading.codes import reply_code
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.settings.desk_toml import TEMPLATE
from adjudicator.store import Seat
from tests.adjudicator.house import SECRET, House, parsed, text_of
from tests.adjudicator.test_commands import Terminal

ANNA, BEN, CARL = "anna@example.org", "ben@example.org", "carl@example.org"
CODE = re.compile(r"BEGIN ORDERS 1 turn \d+ (\w+) (\S+)")


class Referee:
    """A referee at his desk, whose clock is the house's."""

    def __init__(self, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
        self.house, self.desk = house, house.desk.folder
        monkeypatch.setattr(arrange, "now", lambda: house.clock)

    def player(self, side: str = "", **wish: str | bool) -> None:
        people.player(self.desk, 1, people.Wish(side=side, **wish), as_json=False)  # type: ignore[arg-type]

    def faults(self, side: str = "", **wish: str | bool) -> list[str]:
        """What is wrong with a command, of which nothing was done."""
        before = self.kept()
        with pytest.raises(DeskError) as wrong:
            self.player(side, **wish)
        assert self.kept() == before
        return str(wrong.value).split("\n")

    def kept(self) -> object:
        with self.house.desk.store() as store:
            journal, mail = store.journal, store.mail
            return journal.game(1), journal.sheets(1), mail.deadlines(), mail.waiting()

    def holds(self) -> None:
        """The record is whole, every report can be made again, and every die."""
        with self.house.desk.store() as store:
            assert (replay(store, 1).difference, audit(store, 1).faults) == ("", ())


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Terminal:
    return Terminal(monkeypatch, capsys)


@pytest.fixture
def referee(house: House, monkeypatch: pytest.MonkeyPatch) -> Referee:
    return Referee(house, monkeypatch)


def events_text(house: House) -> str:
    with house.desk.store() as store:
        return " ".join(f"{row.kind} {row.facts}" for row in store.journal.events(1))


def last(house: House, address: str) -> str:
    """The newest mail to an address, on one line."""
    return " ".join(house.last(address).split())


def rows(house: House) -> list[str]:
    return [letter.row for letter in house.post().letters]


# -- another player ------------------------------------------------------------------------------------------


def test_another_player_gets_the_whole_position_and_a_code_of_his_own(house: House, referee: Referee) -> None:
    _, old = house.form("blue")
    referee.player("blue", replace="Carl <carl@example.org>")
    first = last(house, CARL)
    side, code = CODE.findall(first)[-1]
    assert side == "blue" and code != old and old not in first
    assert "Carl takes over from Ben as Blue." in first
    assert "CURRENT SITUATION" in first and "DICE CHECKS" in first and "How much do you bid" in first
    assert "Carl takes over from Ben as Blue" in house.digest("red")
    assert "Emails from this address no longer count" in last(house, BEN)
    assert not CODE.search(last(house, BEN))
    referee.holds()


def test_a_player_at_a_new_address_is_not_told_that_another_took_over(house: House, referee: Referee) -> None:
    referee.player("blue", replace="Ben <ben@new.example.org>")
    assert "In game 1, Tiny, you now write from another address. Emails from this" in last(house, BEN)
    assert "Ben goes on as Blue, from another address." in house.digest("red")


def test_the_one_who_played_before_is_told_that_his_letters_count_no_more(
    house: House, referee: Referee
) -> None:
    turn, old = house.form("blue")
    referee.player("blue", replace=CARL, name="Carl")
    house.write("blue", "bid 3", turn=turn, code=old)
    house.write("blue", "bid 3", turn=turn, code=house.form("blue")[1], id="<2@x>")
    house.write("blue", "bid 4", turn=turn, code=old, sender=CARL, id="<3@x>")
    house.write("blue", "bid 5", turn=turn, code=house.form("blue")[1], sender=CARL, id="<4@x>")
    assert rows(house) == ["no-longer", "no-longer", "old-code", "taken"]
    assert "emails from ben@example.org no longer count in game 1" in last(house, BEN)
    assert "this reply code is no longer valid" in " ".join(" ".join(map(text_of, house.mails(CARL))).split())
    assert not any("bid" in text_of(mail) for mail in house.mails(BEN)[2:])


@pytest.mark.slow
def test_no_address_of_a_player_stands_in_the_record(house: House, referee: Referee) -> None:
    referee.player("blue", replace="Carl <carl@example.org>")
    referee.player("blue", add="carl@home.example.org")
    referee.player("blue", remove=CARL)
    referee.player("red", substitute="Dora <dora@example.org>", until="2026-12-01", alone=True)
    referee.player(observe="Eve <eve@example.org>")
    assert "@" not in events_text(house)
    assert not any("@example" in text_of(mail) for mail in house.mails(ANNA))
    referee.holds()


def test_what_the_old_player_had_sent_ahead_answers_nothing_for_the_new_one(
    house: House, referee: Referee
) -> None:
    house.write("blue", "if asked loss then lose")
    house.post()
    referee.player("blue", replace=CARL, name="Carl")
    with house.desk.store() as store:
        assert Table(store, 1).state.standing.get("blue", ()) == ()


def test_a_side_without_a_player_waits_and_has_no_deadline(house: House, referee: Referee) -> None:
    referee.player("blue", leave=True)
    assert "you are no longer Blue." in last(house, BEN)
    assert "Ben has left. Blue is vacant, and the game waits for a new player" in house.digest("red")
    before = len(house.mails(BEN))
    house.write("red", "bid 3")
    house.post()
    assert "Blue is vacant." in last(house, ANNA)
    house.clock += timedelta(days=20)
    house.post()
    assert len(house.mails(BEN)) == before
    referee.player("blue", replace=CARL, name="Carl")
    with house.desk.store() as store:
        (row,) = (row for row in store.mail.deadlines(1) if row.side == "blue")
    assert datetime.fromisoformat(row.due) == house.clock + timedelta(days=7)
    referee.holds()


def test_addresses_come_and_go_and_both_ends_are_told(house: House, referee: Referee) -> None:
    _, old = house.form("blue")
    referee.player("blue", add="ben@home.example.org")
    assert house.form("blue")[1] == old
    assert CODE.findall(last(house, "ben@home"))[-1] == ("blue", old)
    referee.player("blue", change="ben@example.org=ben@new.example.org")
    new = house.form("blue")[1]
    assert new != old
    assert "This address is no longer one of Ben's" in last(house, BEN)
    assert CODE.findall(last(house, "ben@new"))[-1] == ("blue", new)
    house.write("blue", "bid 2", sender="ben@new.example.org")
    house.write("blue", "bid 2", sender=BEN)
    assert rows(house) == ["taken", "no-longer"]
    referee.holds()


def test_a_player_gets_another_name(house: House, referee: Referee) -> None:
    referee.player("blue", rename="Benjamin")
    assert "Ben is now called Benjamin." in house.digest("red")
    assert "Ben is now called Benjamin" in house.digest("blue")
    assert str(house.mails(BEN)[-1]["To"]) == "Benjamin <ben@example.org>"
    house.write("red", "bid 3", chat="To Benjamin: Hello!")
    house.post()
    assert "Hello!" in last(house, BEN)


@pytest.mark.slow  # a board is drawn
def test_only_who_has_not_seen_the_board_gets_its_pictures_with_a_change_of_people(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = House(tmp_path, "raceforberlin")
    Referee(house, monkeypatch).player("koniev", replace=CARL, name="Carl")
    assert "Carl takes over from" in house.digest("zhukov")
    kinds = {
        address: {part.get_content_type() for part in house.mails(address)[-1].walk()}
        for address in (ANNA, CARL)
    }
    assert "image/png" in kinds[CARL] and "image/png" not in kinds[ANNA]


# -- substitutes ---------------------------------------------------------------------------------------------


def test_a_substitute_writes_beside_the_player_until_he_no_longer_does(
    house: House, referee: Referee
) -> None:
    referee.player("blue", substitute="Carl <carl@example.org>")
    code = house.form("blue")[1]
    assert CODE.findall(last(house, CARL))[-1] == ("blue", code) and "DICE CHECKS" in last(house, CARL)
    house.write("blue", "if asked loss then lose", sender=CARL)
    house.write("blue", "bid 2")
    assert rows(house) == ["taken", "taken"]
    referee.player("blue", no_substitute=True)
    assert "You are no longer the substitute for Ben." in last(house, CARL)
    assert house.form("blue")[1] != code
    house.write("blue", "bid 2", sender=CARL)
    assert rows(house) == ["no-longer"]
    referee.holds()


def test_a_substitute_who_writes_alone_goes_by_himself_on_his_day(house: House, referee: Referee) -> None:
    referee.player("blue", substitute=CARL, name="Carl", until="2026-11-22", alone=True)
    house.write("blue", "bid 2")
    assert rows(house) == ["no-longer"]
    assert "Carl alone may send orders for Ben until Sun 22 Nov" in last(house, BEN)
    house.clock = datetime(2026, 11, 23, 0, 30, tzinfo=UTC)
    told = "game 1: Carl is no longer the substitute for Ben, with a new reply code"
    done = house.post()
    assert (done.letters, done.news, done.problems) == ([], [told], [])
    house.write("blue", "bid 2")
    house.write("blue", "bid 3", sender=CARL)
    assert rows(house) == ["taken", "no-longer"]
    assert "Carl is no longer the substitute for Ben, with a new reply code." in house.digest("red")
    referee.holds()


# -- a leaked code -------------------------------------------------------------------------------------------


def test_a_code_that_leaked_is_made_anew_within_the_turn(house: House, referee: Referee) -> None:
    turn, leaked = house.form("blue")
    people.recode(referee.desk, 1, "Blue", as_json=False)
    new = house.form("blue")[1]
    assert CODE.findall(last(house, BEN))[-1] == ("blue", new) and new != leaked
    assert "A new reply code was made for Blue; the old one is no longer valid." in house.digest("red")
    assert new not in last(house, ANNA)
    house.write("blue", "bid 9", turn=turn, code=leaked)
    assert rows(house) == ["old-code"]
    assert f"BEGIN ORDERS 1 turn {turn} blue {new}" in last(house, BEN)
    house.write("blue", "bid 9", turn=turn, code=new)
    assert rows(house) == ["taken"]
    referee.holds()


def test_codes_after_a_leak_are_new_in_every_turn_and_those_before_it_as_they_were(house: House) -> None:
    plain = [reply_code(SECRET, "1", "blue", turn) for turn in range(1, 6)]
    assert plain == [reply_code(SECRET, "1", "blue", turn, 0) for turn in range(1, 6)]
    every = [reply_code(SECRET, "1", "blue", turn, anew) for turn in range(1, 6) for anew in range(4)]
    assert len(set(every)) == len(every)


def test_a_code_that_counts_no_more_is_not_passed_on_either(house: House, referee: Referee) -> None:
    _, leaked = house.form("blue")
    people.recode(referee.desk, 1, "blue", as_json=False)
    house.write("blue", "bid 2", chat=f"To Anna: my code is {leaked}")
    house.post()
    assert leaked not in "".join(text_of(mail) for mail in house.mails(ANNA))


# -- what is wrong -------------------------------------------------------------------------------------------


def test_everything_that_is_wrong_is_told_and_nothing_is_done(house: House, referee: Referee) -> None:
    assert referee.faults("blau", leave=True) == ["Tiny has no side 'blau': did you mean blue?"]
    assert referee.faults(leave=True) == ["say which side: red or blue"]
    assert referee.faults("blue", replace="carl", name="a@b.org") == [
        "--replace carl: write an address such as red@example.org",
        "--name 'a@b.org': everyone in the game reads it, so it may not contain an address",
    ]
    assert referee.faults("blue", replace=ANNA) == [
        "--replace anna@example.org: this is Anna, who plays red in this game"
    ]
    assert "--remove ben@exampel.org: Ben has no such address: did you mean 'ben@example.org'?" in (
        referee.faults("blue", remove="ben@exampel.org")
    )
    assert referee.faults("blue", remove=BEN) == [
        "--remove ben@example.org: it is the only address. Use --change ben@example.org=NEW, or --leave"
    ]
    assert referee.faults("blue", away="1.12.") == [
        "--away 1.12.: write a day as 2026-12-01",
        "--away 1.12.: write a day as 2026-12-01",
        "--away 1.12.: write the first and last day, as in 2026-12-01..2026-12-14",
    ]
    assert referee.faults("blue", leave=True, rename="B") == [
        "make one change at a time: --rename and --leave are several"
    ]
    assert referee.faults("blue", substitute=CARL, until="2026-11-01") == [
        "--until 2026-11-01: this day is past"
    ]
    assert referee.faults("blue", back=True) == ["Ben is not away"]
    assert referee.faults(unobserve=CARL) == [
        "--unobserve carl@example.org: that address does not observe: none is known"
    ]


def test_what_breaks_off_in_the_middle_leaves_nothing(
    house: House, referee: Referee, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("no room")

    before = referee.kept()
    with monkeypatch.context() as patch, pytest.raises(KeyError):
        patch.setattr(Despatch, "follow", broken)
        referee.player("blue", replace=CARL, name="Carl")
    assert referee.kept() == before
    house.write("blue", "bid 2")
    assert rows(house) == ["taken"]


def test_a_time_zone_that_hung_on_an_old_address_is_told(
    house: House, referee: Referee, capsys: pytest.CaptureFixture[str]
) -> None:
    file = house.desk.folder / "desk.toml"
    text = file.read_text("utf-8")
    zones = '[timezones]\n"ben@example.org" = "Asia/Kolkata"'
    file.write_text(re.sub(r"(?m)^\[timezones\].*$", zones, text), "utf-8")
    referee.player("blue", change="ben@example.org=ben@new.example.org")
    assert "desk.toml has a time zone for ben@example.org" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["Carl, Jr.", 'Carl "C" Ott', "Karl Çelik", "C. <x"])
def test_any_name_goes_into_the_mails(house: House, referee: Referee, name: str) -> None:
    referee.player("blue", replace=CARL, name=name)
    (to,) = house.mails(CARL)[-1]["To"].addresses
    assert (to.addr_spec, to.display_name) == (CARL, name)


# -- who it is ---------------------------------------------------------------------------------------------


def test_a_letter_that_the_mail_server_does_not_confirm_is_held_with_its_reason(house: House) -> None:
    text = TEMPLATE.replace('authentication-results = ""', 'authentication-results = "mx.example.org"')
    (house.desk.folder / "desk.toml").write_text(text.replace("pictures = true", "pictures = false"), "utf-8")
    house.desk = open_desk(house.desk.folder)
    path = house.write("blue", "bid 2")
    forged = (
        b"Authentication-Results: mx.example.org; dmarc=fail header.from=example.org\n" + path.read_bytes()
    )
    path.write_bytes(forged)
    before = house.outbox()
    (done,) = house.post().letters
    assert (done.row, done.action) == ("unproved-sender", "hold")
    assert done.why == "mx.example.org found that it does not come from example.org: dmarc=fail"
    assert len(list(house.desk.held.iterdir())) == 1
    assert [name[:8] for name in house.outbox().keys() - before.keys()] == ["referee-"]
    path = house.write("blue", "bid 2", id="<good@example.org>")
    path.write_bytes(forged.split(b"\n", 1)[0].replace(b"fail", b"pass") + b"\n" + path.read_bytes())
    assert rows(house) == ["taken"]


# -- as it is typed ----------------------------------------------------------------------------------------


def test_every_command_does_what_it_says_and_tells_to_whom_mails_go(house: House, terminal: Terminal) -> None:
    desk = ("--desk", house.desk.folder)
    said = terminal.type("player", "1", "Blue", "--replace", f"Carl <{CARL}>", *desk)
    assert (said.code, said.err) == (0, "")
    assert said.out.startswith("Carl takes over from Ben as Blue.\nEmails to Ben <")
    assert f"Carl <{CARL}>" in said.out
    assert terminal.json("player", "1", "--observe", "eve@example.org", "--name", "Eve", *desk)["mails"]
    listed = terminal.json("player", "1", *desk)
    assert listed["players"]["blue"]["addresses"] == [CARL]
    assert listed["observers"] == [{"name": "Eve", "address": "eve@example.org"}]
    assert terminal.json("deadline", "1", "--days", "3", *desk)["says"].startswith("Deadlines of this game")
    said = terminal.type("deadline", "1", "--days", "4", *desk)
    assert said.out.endswith("Current deadlines do not change.\nPlayers read it in their next report.\n")
    assert terminal.json("desk", "recode", "1", "blue", *desk)["sheet"] > 0
    assert terminal.json("pause", "1", "--reason", "club night.", *desk)["says"].startswith(
        "The game is paused: club night. Deadlines are stopped"
    )
    assert "Paused since" in terminal.type("show", "1", *desk).out
    assert terminal.json("resume", "1", *desk)["says"].startswith("The game goes on")
    assert terminal.json("replay", "1", *desk)["identical"]
    wrong = terminal.type("player", "7", "blue", "--leave", *desk)
    assert (wrong.code, wrong.err) == (1, "there is no game 7 on this desk (its games: 1)\n")


@pytest.mark.of_a_file
def test_a_game_moves_to_another_desk_with_all_its_people(
    house: House, terminal: Terminal, referee: Referee, tmp_path: Path
) -> None:
    referee.player(observe="eve@example.org", name="Eve")
    referee.player("red", substitute="Dora <dora@example.org>", until="2026-12-01")
    referee.player("blue", leave=True)
    house.post()
    file, other = tmp_path / "game.jsonl", tmp_path / "other"
    assert terminal.type("export", "1", "--out", file, "--desk", house.desk.folder).code == 0
    terminal.type("desk", "init", other)
    said = terminal.type("import", file, "--game", house.name, "--desk", other)
    assert (said.code, said.err) == (0, "")
    here, there = (terminal.json("player", "1", "--desk", desk) for desk in (house.desk.folder, other))
    assert here == there and here["players"]["blue"]["addresses"] == []


def test_a_game_that_is_over_is_not_changed_any_more(house: House, referee: Referee) -> None:
    with house.desk.store() as store, store.transaction():
        entry = Forfeited(rule="", sides=("blue",), winner="red", what="Blue has lost")
        Table(store, 1).enter(entry, house.clock.isoformat(timespec="seconds"))
    assert referee.faults("blue", leave=True) == ["game 1 is over. Nothing in it can be changed now"]


# -- any changes, in any order -----------------------------------------------------------------------------


def some_wish(chance: random.Random, house: House) -> tuple[str, dict[str, str | bool]]:
    """A change that a referee could type, good or not."""
    side, who = chance.choice(["red", "blue"]), f"p{chance.randrange(6)}@example.org"
    with house.desk.store() as store:
        own = [*store.journal.game(1).players[side].addresses, who]
    day = (house.clock + timedelta(days=chance.randrange(-1, 5))).date().isoformat()
    wishes: list[dict[str, str | bool]] = [
        {"replace": who, "name": who[:2]},
        {"rename": who[:2].upper()},
        {"add": who},
        {"change": f"{chance.choice(own)}={who}"},
        {"remove": chance.choice(own)},
        {
            "substitute": who,
            "name": who[:2],
            "alone": chance.random() < 0.5,
            "until": chance.choice(["", day]),
        },
        {"no_substitute": True},
        {"leave": True},
        {"away": f"{day}..{day}"},
        {"back": True},
        {"observe": who, "name": who[:2]},
        {"unobserve": who},
    ]
    wish = chance.choice(wishes)
    return ("" if {"observe", "unobserve"} & set(wish) else side), wish


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_changed_a_code_goes_to_who_plays_the_side_and_to_nobody_else(
    house: House, referee: Referee, seed: int
) -> None:
    chance, done = random.Random(seed), 0
    for _ in range(40):
        side, wish = some_wish(chance, house)
        known = set(house.outbox())
        try:
            referee.player(side, **wish)
            done += 1
        except DeskError as wrong:
            assert str(wrong)
        if chance.random() < 0.3:
            house.post()
        with house.desk.store() as store:
            players = store.journal.game(1).players
        for name in set(house.outbox()) - known:
            mail = parsed(house.outbox()[name])
            for seat, _ in CODE.findall(text_of(mail)):
                assert mail["To"].addresses[0].addr_spec in {address for _, address in players[seat].readers}
    assert done > 8
    assert "@" not in events_text(house)
    referee.holds()


def test_a_game_that_goes_back_keeps_its_people_and_no_code_comes_again(
    house: House, referee: Referee, terminal: Terminal
) -> None:
    codes = [house.form("blue")[1]]
    house.write("red", "bid 3")
    house.post()
    with house.desk.store() as store:
        bid = store.journal.last_sheet(1).n
    back = f"undo 1 --before-sheet {bid} --reason misread --by-referee --desk".split()
    for step in (
        lambda: referee.player("blue", replace=CARL, name="Carl"),
        lambda: people.recode(referee.desk, 1, "blue", as_json=False),
        lambda: terminal.type(*back, referee.desk),
    ):
        step()
        codes.append(house.form("blue")[1])
    assert len(set(codes)) == 4
    with house.desk.store() as store:
        assert Table(store, 1).row.players["blue"] == Seat("Carl", (CARL,))
    for n, code in enumerate(codes):
        house.write("blue", "bid 2", turn="1", code=code, sender=CARL, id=f"<{n}@x>")
    assert rows(house) == ["old-code", "old-code", "old-code", "taken"]
    referee.holds()
