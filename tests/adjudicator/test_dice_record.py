"""The record of all dice of a finished game, and the two checks of it that players get: neither takes a
record that was changed in one place, whatever else was made to fit it."""

from __future__ import annotations

import copy
import json
import locale
import random
import subprocess
import sys
from collections.abc import Callable, Mapping
from email.message import EmailMessage
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from adjudicator.catalogue import game_names
from adjudicator.events import Corrected
from adjudicator.mail.desk.agreements import close_as_referee
from adjudicator.mail.desk.table import Table
from adjudicator.mail.sending.despatch import Despatch
from adjudicator.mail.telling import verify_dice
from adjudicator.mail.telling.dice_record import CHECKS
from adjudicator.state import Decision, State
from tests.adjudicator import tinygame
from tests.adjudicator.house import House, old_house, text_of
from tests.adjudicator.test_post_game import write_next
from tests.browser import needs_browser, rendered
from tests.conftest import Tries

Record = dict[str, Any]
ANNA, BEN = "anna@example.org", "ben@example.org"
CHECK = Path(verify_dice.__file__)
FORGED = 200
SEALED = "hexpost-dice-3"


# -- a finished game -----------------------------------------------------------------------------------


def played(house: House, rounds: int, seed: int = 1) -> House:
    """A game by random players, with corrections by the referee between, closed in the end."""
    generator = random.Random(seed)
    for at in range(rounds):
        with house.desk.store() as store:
            table = Table(store, 1)
            waiting = table.state.waiting()
            if at % 5 == 4:
                with store.transaction():
                    table.enter(Corrected(rule="", what=f"a slip, number {at}"), house.clock.isoformat())
        for decision in waiting:
            lines = chosen(table.state, decision, generator)
            house.write(decision.player, *lines, f"seed {at} of {decision.player}")
        house.post()
    with house.desk.store() as store:
        table = Table(store, 1)
        if table.state.over is None:
            despatch = Despatch(house.desk, store, house.clock)
            with store.transaction():
                despatch.follow(table, close_as_referee(table, "close", "it is late", "", despatch.stamp))
            despatch.deliver()
    return house


def played_by_bots(house: House, dice: int, seed: int = 1) -> House:
    """A game of real rules by mail, until so many dice were rolled; with corrections, and closed."""
    chance, at = random.Random(seed), 0
    while write_next(house, chance) and rolled(house) < dice:
        house.post()
        at += 1
        if at % 5 == 0:
            with house.desk.store() as store, store.transaction():
                Table(store, 1).enter(
                    Corrected(rule="", what=f"a slip, number {at}"), house.clock.isoformat()
                )
    return played(house, 0)


def rolled(house: House) -> int:
    with house.desk.store() as store:
        return sum(len(store.journal.events_of(1, kind)) for kind in ("DieRolled", "Drawn"))


def chosen(state: State, decision: Decision, generator: random.Random) -> list[str]:
    """An answer that is legal: whoever has an enemy beside them attacks, the others move towards one."""
    if decision.topic != "orders":
        return tinygame.bot(state, decision, generator)
    alive = [unit for unit in state.units.values() if unit.at in state.board.spaces]
    mine = [unit for unit in alive if unit.side == decision.player]
    steps = [(unit.id, near) for unit in mine for near in state.board.neighbours(unit.at)]
    enemies = {unit.at for unit in alive if unit.side != decision.player}
    attacks = [f"attack {unit} {near}" for unit, near in steps if near in enemies]
    moves = [f"move {unit} {near}" for unit, near in steps if near not in enemies]
    one = [generator.choice(attacks or moves)] if attacks or moves else ["done"]
    return [*one, *(["done"] if generator.random() < 0.15 and "done" not in one else [])]


def enclosed(mail: EmailMessage) -> Mapping[str, bytes]:
    return {str(one.get_filename()): bytes(one.get_payload(decode=True)) for one in mail.iter_attachments()}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> House:
    return played(House(tmp_path_factory.mktemp("played"), pictures=False), 24)


@pytest.fixture(scope="module")
def record(house: House) -> Record:
    files = enclosed(house.mails(ANNA)[-1])
    assert files.keys() >= CHECKS.keys(), "the checks go with the record"
    told: Record = json.loads(files["game-1-dice.json"])
    return told


@pytest.mark.slow
def test_the_record_of_a_finished_game_is_good(house: House, record: Record) -> None:
    assert verify_dice.faults(record) == []
    assert len(record["dice"]) >= 10 and {"entry", "orders"} == {one["kind"] for one in record["sheets"]}
    last = text_of(house.mails(ANNA)[-1])
    assert record["seal"] in last.split() and record["secret"] in last.split()
    other = json.loads(enclosed(house.mails(BEN)[-1])["game-1-dice.json"])
    assert other["seal"] == record["seal"], "both players read the same"


def test_each_die_names_its_sheet_its_number_and_its_link(record: Record) -> None:
    sheets = {one["sheet"]: one for one in record["sheets"]}
    for die in record["dice"]:
        assert sheets[die["sheet"]]["link"] == die["link"] and sheets[die["sheet"]]["chain"] == die["chain"]


def test_a_record_tells_its_reader_no_lines_of_another_player(record: Record) -> None:
    told = [one for one in record["sheets"] if one["kind"] == "orders" and "words" in one]
    assert told and {one["side"] for one in told} == {"red"}


@pytest.mark.slow
@pytest.mark.parametrize("scheme", [1, 2])
def test_the_record_of_a_game_of_an_earlier_scheme_is_checked_too(scheme: int, tmp_path: Path) -> None:
    house = played(old_house(tmp_path, scheme), 3)
    record = json.loads(enclosed(house.mails(ANNA)[-1])["game-1-dice.json"])
    assert verify_dice.faults(record) == [] and record["dice"] and "seal" not in record
    record["dice"][1]["value"] = 7 - record["dice"][1]["value"]
    assert verify_dice.faults(record)


# -- forged records --------------------------------------------------------------------------------------


def refit(record: Record, die: Record) -> None:
    """Let a die show what the secret gives for what it now says, as somebody who forges a record does."""
    die["value"] = verify_dice.derive(bytes.fromhex(record["secret"]), SEALED, record["game"], die)


def highest(record: Record, die: Record, words: Callable[[int], Mapping[str, Any]]) -> None:
    """Change words of a die until it shows its highest number."""
    was = dict(die)
    for at in range(1, 200):
        die.update(words(at))
        refit(record, die)
        if die["value"] == die["sides"] != was["value"]:
            return


def value(record: Record, die: Record, chance: random.Random) -> None:
    die["value"] = 1 + (die["value"] + chance.randrange(die["sides"] - 1)) % die["sides"]


def blanks(record: Record, die: Record, chance: random.Random) -> None:
    purpose, blank = die["purpose"], chance.choice([" ", "\u00a0", "\u200b", "\t"])
    highest(record, die, lambda at: {"purpose": purpose + blank * at})


def reworded(record: Record, die: Record, chance: random.Random) -> None:
    purpose = die["purpose"]
    highest(record, die, lambda at: {"purpose": f"{purpose}, try {at}"})


def other_rule(record: Record, die: Record, chance: random.Random) -> None:
    highest(record, die, lambda at: {"rule": f"{at}.1"})


def other_link(record: Record, die: Record, chance: random.Random) -> None:
    """Older and later links, with the sheet and the number that belong to them."""
    links = [one for one in record["sheets"] if "link" in one and one["link"] != die["link"]]
    link = chance.choice(links)
    die["chain"] = link["chain"]
    if chance.random() < 0.5:
        die.update(link=link["link"], sheet=link["sheet"])
    refit(record, die)


def number(record: Record, die: Record, chance: random.Random) -> None:
    die["n"] += chance.choice([-1, 1, 7])
    refit(record, die)


def dropped(record: Record, die: Record, chance: random.Random) -> None:
    record["dice"].remove(die)


def last_dropped(record: Record, die: Record, chance: random.Random) -> None:
    del record["dice"][-1 - chance.randrange(2) :]


def added(record: Record, die: Record, chance: random.Random) -> None:
    made = {**record["dice"][-1], "n": max(one["n"] for one in record["dice"]) + 1}
    refit(record, made)
    record["dice"].append(made)


def swapped(record: Record, die: Record, chance: random.Random) -> None:
    dice = record["dice"]
    at = chance.randrange(len(dice) - 1)
    dice[at], dice[at + 1] = dice[at + 1], dice[at]


def drew(record: Record, die: Record, chance: random.Random) -> None:
    draws = [one for one in record["dice"] if "item" in one]
    chance.choice(draws or record["dice"])["item"] = "chit-99"


def sheet(record: Record, die: Record, chance: random.Random) -> None:
    die["sheet"] += chance.choice([-1, 1])


def of_a_link(record: Record, die: Record, chance: random.Random) -> None:
    links = [one for one in record["sheets"] if "link" in one]
    link, key = (
        chance.choice(links),
        chance.choice(["sha256", "chain", "link", "side", "kind", "sheet", "words"]),
    )
    if key == "words" and "words" not in link:
        key = "side"
    other = {"link": 99, "sheet": link["sheet"] + 1, "kind": "silence", "side": "blue", "words": "bid 9"}
    link[key] = "red" if link.get(key) == other.get(key) else other.get(key, "0" * 64)


def link_left_out(record: Record, die: Record, chance: random.Random) -> None:
    record["sheets"].remove(chance.choice([one for one in record["sheets"] if "link" in one]))


def entry_left_out(record: Record, die: Record, chance: random.Random) -> None:
    record["sheets"].remove(next(one for one in record["sheets"] if one["kind"] == "entry"))


def of_the_whole(record: Record, die: Record, chance: random.Random) -> None:
    key = chance.choice(["game", "commitment", "secret", "opening", "seal", "rolled"])
    was = record[key]
    record[key] = (
        was + 1 if key == "rolled" else was.replace("1", "2") if key in {"game", "opening"} else "5" * 64
    )


FORGERIES = (
    value, blanks, reworded, other_rule, other_link, number, dropped, last_dropped, added, swapped, drew,
    sheet, of_a_link, link_left_out, entry_left_out, of_the_whole,
)  # fmt: skip


def forged(record: Record, count: int = FORGED) -> list[tuple[str, Record]]:
    """Records that were changed in one place each, by the kind of change."""
    found = []
    for at in range(count):
        chance, made = random.Random(at), copy.deepcopy(record)
        change = FORGERIES[at % len(FORGERIES)]
        change(made, chance.choice(made["dice"]), chance)
        assert made != record, change.__name__
        found.append((change.__name__, made))
    return found


def test_every_forged_record_is_caught(record: Record) -> None:
    missed = [kind for kind, made in forged(record) if not verify_dice.faults(made)]
    assert missed == []


@pytest.mark.slow
def test_reports_that_tell_dice_in_printed_names_hold_against_the_record(tmp_path: Path) -> None:
    """The die for "the army 3" is told as one for the 3rd Army; a hidden one names who may see it."""
    house, compared = played_by_bots(House(tmp_path, "raceforberlin", pictures=False), 8), 0
    record = json.loads(enclosed(house.mails(ANNA)[-1])["game-1-dice.json"])
    for mail in house.mails(ANNA):
        text = verify_dice.report_text(mail.as_bytes())
        assert list(verify_dice.differences(record, text)) == []
        compared += len(list(verify_dice.listed(text)))
        forged = text.replace('bound as "arrival', 'bound as "another arrival')
        assert len(list(verify_dice.differences(record, forged))) == forged.count('bound as "another')
    assert compared >= 6


@pytest.mark.long
@needs_browser
@pytest.mark.parametrize("game", game_names())
def test_every_forged_record_of_every_game_is_caught_by_both(tmp_path: Path, game: str, tries: Tries) -> None:
    house = played_by_bots(House(tmp_path, game, pictures=False), 12)
    told = json.loads(enclosed(house.mails(ANNA)[-1])["game-1-dice.json"])
    assert verify_dice.faults(told) == [] and len(told["dice"]) >= 12
    made = forged(told, tries(FORGED))
    assert [kind for kind, record in made if not verify_dice.faults(record)] == []
    assert same_on_the_page([("good", told), *made], tmp_path) == []


NAMED = [
    (value, "shows"),
    (blanks, "has spaces or characters in its words that no report shows"),
    (dropped, "is missing"),
    (added, "dice were rolled, and the record lists"),
    (swapped, "is listed after die"),
    (sheet, "is said to be of orders"),
    (link_left_out, "does not follow from link"),
]


@pytest.mark.parametrize(("change", "said"), NAMED, ids=lambda one: getattr(one, "__name__", ""))
def test_what_was_changed_is_named(
    change: Callable[[Record, Record, random.Random], None], said: str, record: Record
) -> None:
    made = copy.deepcopy(record)
    change(made, made["dice"][4], random.Random(3))
    assert any(said in one for one in verify_dice.faults(made))


def test_a_die_that_is_bound_to_another_link_is_named(record: Record) -> None:
    made = copy.deepcopy(record)
    die = made["dice"][-1]
    die["chain"] = made["sheets"][0]["chain"]
    refit(made, die)
    (named, *_) = verify_dice.faults(made)
    assert named.startswith(f"die {die['n']} ({die['purpose']}") and "was not in force" in named


# -- as players run them ------------------------------------------------------------------------------------


def run(*args: Path) -> tuple[int, str]:
    """The check as a player runs it: Python alone, in a folder without hexpost."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", *map(str, args)], capture_output=True, cwd=args[0].parent, check=False
    )
    assert b"Traceback" not in done.stderr
    return done.returncode, done.stdout.decode(locale.getpreferredencoding(False))


@pytest.fixture
def folder(record: Record, tmp_path: Path) -> Path:
    """What lies beside each other when the last mail's files are saved."""
    (tmp_path / "verify_dice.py").write_bytes(CHECK.read_bytes())
    (tmp_path / "dice.json").write_text(json.dumps(record), "utf-8")
    return tmp_path


def test_a_player_runs_the_check_beside_the_record(folder: Path, record: Record) -> None:
    status, said = run(folder / "verify_dice.py", folder / "dice.json")
    assert status == 0 and record["seal"] in said and record["commitment"] in said
    forged_record = copy.deepcopy(record)
    del forged_record["dice"][3]
    (folder / "dice.json").write_text(json.dumps(forged_record), "utf-8")
    status, said = run(folder / "verify_dice.py", folder / "dice.json")
    assert status == 1 and "WRONG: die" in said


@pytest.mark.slow
def test_saved_reports_are_compared_with_the_record(house: House, folder: Path, record: Record) -> None:
    """Whoever forges all links and the seal, too, is caught by one report that was kept."""
    names = []
    for at, mail in enumerate(house.mails(ANNA)):
        names.append(folder / f"{at}.eml")
        names[-1].write_bytes(mail.as_bytes())
    status, said = run(folder / "verify_dice.py", folder / "dice.json", *names)
    compared = int(said.splitlines()[1].split()[0])
    assert status == 0 and compared >= sum(die["n"] > 2 for die in record["dice"]) - 2, said
    (folder / "dice.json").write_text(json.dumps(made_up(record)), "utf-8")
    status, said = run(folder / "verify_dice.py", folder / "dice.json", *names)
    assert status == 1 and "your report lists die" in said


def made_up(record: Record) -> Record:
    """A record of other purposes that holds in itself: every die, link and the seal made to fit."""
    made = copy.deepcopy(record)
    for die in made["dice"]:
        die["purpose"] += " again"
    chain, since = verify_dice.sha256(made["opening"].encode()).hex(), list[Record]()
    for sheet in made["sheets"]:
        if "link" in sheet:
            head = ("letter" if sheet["kind"] == "orders" else sheet["kind"]) + f"\n{sheet['side']}"
            chain = sheet["chain"] = verify_dice.next_link(SEALED, chain, head, sheet["sha256"], since)
            since = [die for die in made["dice"] if die["link"] == sheet["link"]]
            for die in since:
                die["chain"] = chain
                refit(made, die)
    made["seal"] = verify_dice.next_link(SEALED, chain, "end", verify_dice.sha256(b"").hex(), since)
    assert verify_dice.faults(made) == []
    return made


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"opening": "{}"}', "[" * 5000, '{"opening": 3, "dice": 4}']
)
def test_what_is_no_record_is_told_in_a_sentence(text: str, folder: Path) -> None:
    (folder / "dice.json").write_text(text, "utf-8")
    status, said = run(folder / "verify_dice.py", folder / "dice.json")
    assert status in {1, 2} and len(said.splitlines()) == 1


PROBE = """
<script>
const records = %s;
const wrong = records.filter(([kind, record]) => (faults(record).length === 0) !== (kind === "good"));
const said = records.map(([kind, record]) => faults(record).join(" / "));
const told = document.createElement("pre");
const answer = {missed: wrong.map(one => one[0]), said: said};
told.textContent = "said " + encodeURIComponent(JSON.stringify(answer)) + " end";
document.body.append(told);
</script>
"""


def same_on_the_page(records: list[tuple[str, Record]], tmp_path: Path) -> list[str]:
    """Hold the page, in a real browser without any server, against the program: the same words of the same
    records. Which records it takes or refuses wrongly."""
    page = CHECK.with_suffix(".html").read_text("utf-8")
    told = json.dumps(records).replace("</", "<\\/")
    (tmp_path / "probe.html").write_text(
        page.replace("</body>", PROBE.replace("%s", told) + "</body>"), "utf-8"
    )
    found = rendered(tmp_path / "probe.html", "--dump-dom", "--virtual-time-budget=60000")
    answer = json.loads(unquote(found.partition("<pre>said ")[2].partition(" end</pre>")[0]))
    for (kind, made), said in zip(records, answer["said"], strict=True):
        if "this is not a record" not in said:
            assert said == " / ".join(verify_dice.faults(made)), kind
    return [str(kind) for kind in answer["missed"]]


@pytest.mark.slow
@needs_browser
def test_the_page_finds_what_the_program_finds(record: Record, tmp_path: Path) -> None:
    assert same_on_the_page([("good", record), *forged(record)], tmp_path) == []


def test_hexpost_close_writes_the_record_and_both_checks(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False).both_bid()
    done = house.says("close", "1", "--by-referee", "--reason", "it is late")
    folder = house.desk.folder / "dice" / "game-1"
    assert done.exit_code == 0 and str(folder) in done.output.replace("\n", "")
    assert {file.name for file in folder.iterdir()} == {"game-1-dice.json", *CHECKS}
    status, said = run(folder / "verify_dice.py", folder / "game-1-dice.json")
    assert status == 0 and "2 dice" in said
