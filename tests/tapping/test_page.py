"""The page for tapping orders as a file: its size, its secrets, its safety, how it comes to its reader."""

from __future__ import annotations

import json
import random
import re
from dataclasses import replace
from email.message import EmailMessage
from html.parser import HTMLParser
from pathlib import Path
from time import process_time
from urllib.parse import quote

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.mail.desk import open_desk
from adjudicator.report.pages import MOST_LINK, mail_link
from adjudicator.report.scene import Scene
from adjudicator.state import Decision
from adjudicator.tapping.board import board
from adjudicator.tapping.page import PageFacts, cards, data, orders_page, script_hash, standing
from bench.pace import within
from templates import COMMON
from tests.adjudicator.house import House, head_of, parsed
from tests.adjudicator.test_post_game import write_next
from tests.tapping.positions import CODE, facts, first_asked, some

KB = 1000
WITHOUT_PICTURES, WITH_PICTURES = 250 * KB, 600 * KB
MILLISECONDS = 150


class Read(HTMLParser):
    """The scripts, links and policy of a page."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.scripts: list[dict[str, str | None]] = []
        self.links: list[str] = []
        self.policy = ""
        self.events: list[str] = []
        self.feed(page.decode("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        self.events += [key for key, _ in attrs if key.startswith("on")]
        if tag == "script":
            self.scripts.append(told)
        if tag == "a":
            self.links.append(str(told.get("href")))
        if tag == "meta" and told.get("http-equiv") == "Content-Security-Policy":
            self.policy = str(told["content"])


def of(name: str, topic: str = "", draw: bool = False) -> tuple[PageFacts, bytes]:
    """The page of a game's first question, or its first of a topic."""
    for game, view, decision in some(name, "page", 60, 1):
        if topic in ("", decision.topic):
            told = facts(game, view, decision.player)
            return told, orders_page(told, None, draw)
    raise AssertionError(topic)


def test_cards_are_told_in_sentences() -> None:
    game = find_game("donnerschlag")
    told = facts(game, game.start(game.scenarios[0]), "axis")
    named = {"topic": "play", "teams": [], "go": [], "lines": [["card", "ALARM-1", "STUKA-1"]]}
    beginnings = {id_: words.split()[:2] for id_, words in cards(told, [named]).items()}
    assert beginnings == {"ALARM-1": ["Alarm!", "At"], "STUKA-1": ["Stukas.", "Before"]}


def test_what_hangs_on_the_game_alone_is_worked_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    told, first = of("raceforberlin")

    def never(*_: object) -> str:
        raise AssertionError("read again")

    monkeypatch.setattr(type(told.game.standing), "read", never)
    assert orders_page(told, None, draw=False) == first


def test_where_the_spaces_of_a_board_are_is_worked_out_once(tmp_path: Path) -> None:
    first, other = (board("raceforberlin", Scene(caption, (), ()), tmp_path) for caption in ("one", "two"))
    assert first and other and first is not other and first.spaces is other.spaces


@pytest.mark.timed
@pytest.mark.parametrize("name", game_names())
def test_data_are_small_and_soon_made(name: str) -> None:
    for game, view, decision in some(name, "bounds", 25, 1):
        told, taken = facts(game, view, decision.player), list[float]()
        orders_page(told, None, draw=False)
        for _ in range(3):  # the least, as what else the machine does makes a processor slower
            began = process_time()
            page = orders_page(told, None, draw=False)
            taken.append(process_time() - began)
        assert within(min(taken), MILLISECONDS / 1000), decision.topic
        assert len(page) < WITHOUT_PICTURES, decision.topic


@pytest.mark.slow
def test_a_page_with_pictures_has_at_most_600_kb(tmp_path: Path) -> None:
    told, _ = of("amberroad", "move")
    page = orders_page(told, tmp_path)
    assert len(page) < WITH_PICTURES
    assert page == orders_page(told, tmp_path) == orders_page(told, None)


@pytest.mark.slow
@pytest.mark.parametrize("name", game_names())
def test_each_games_page_with_pictures_has_at_most_600_kb(name: str, tmp_path: Path) -> None:
    for game, view, decision in some(name, "large", 120, 1):
        assert len(orders_page(facts(game, view, decision.player), tmp_path)) < WITH_PICTURES, decision.topic


def test_the_page_lets_nothing_run_but_its_script_and_asks_nothing_of_the_network() -> None:
    _, page = of("amberroad", draw=True)
    read = Read(page)
    script = (COMMON / "orders.js").read_text(encoding="utf-8")
    assert read.policy == (
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{script_hash(script)}'; base-uri 'none'; form-action 'none'"
    )
    assert [one.get("type") for one in read.scripts] == ["application/json", None]
    assert not read.events
    assert all(link.startswith("mailto:") for link in read.links)
    assert not re.search(rb"url\((?!data:)|@import|src=", page.split(b"</style>")[0])
    assert "innerHTML" not in script and "eval(" not in script and "insertAdjacentHTML" not in script


def test_a_name_is_never_code() -> None:
    told, _ = of("amberroad", "move")
    name = "</script><script>alert(1)</script>"
    game = replace(told.game, title=name, sides={**told.game.sides, told.side: name})
    asked = replace(told.seen.waiting()[0], question=name)
    seen = told.seen.but(decisions=(asked,))
    page = orders_page(replace(told, game=game, seen=seen, due={asked.id: name}), None, draw=False)
    assert [one.get("type") for one in Read(page).scripts] == ["application/json", None]
    assert page.count(b"</script>") == 2


@pytest.mark.slow
def test_without_a_script_the_page_has_the_question_the_map_and_answers_to_tap() -> None:
    told, page = of("amberroad", "result", draw=True)
    plain = page.split(b'<div id="plain">')[1].split(b'<script type="application/json"')[0].decode()
    (asked,) = [one for one in told.seen.waiting() if one.player == told.side]
    assert asked.question.split('"')[0] in plain and "Scripts do not run here" in plain
    assert [link for link in Read(page).links if "stand" in link] and told.begin in plain
    assert page.count(b'<span class="cell"') > 30 and b"#plane{aspect-ratio" in page


@pytest.mark.slow
def test_no_link_that_opens_a_mail_is_longer_than_1800_characters() -> None:
    begin, about = f"BEGIN ORDERS 1 turn 1 blue {CODE}", "[1] The Amber Road"
    assert len(mail_link("referee@example.org", about, begin, "move 1A to 0304")) < MOST_LINK
    assert mail_link("referee@example.org", about, begin, "\n".join(["move 1A to 0304"] * 90)) == ""
    for name in game_names():
        for game, view, decision in some(name, "links", 4, 1):
            told = facts(game, view, decision.player)
            links = Read(orders_page(told, None, draw=False)).links
            assert all(len(link) <= MOST_LINK for link in links)


def test_the_page_says_that_it_is_secret_and_has_the_reply_code() -> None:
    told, page = of("amberroad")
    assert b"Keep this page to yourself" in page and told.begin.encode() in page


def test_standing_orders_are_offered_with_a_sentence_each_and_could_be_sent() -> None:
    for name in game_names():
        game, told = find_game(name), data(of(name)[0], None)
        for line, says in told["standing"]:
            advised = [one for one in game.choices.all if (line,) == one.advice and one.advised == says]
            assert game.standing.read(line) and (advised or says.startswith("If I am asked "))
        conditions = ["", *(f" {one}<=2" for one in told["numbers"])]
        for word, *answers in told["asked"]:
            for condition in conditions:
                assert all(game.standing.read(f"if asked {word}{condition} then {one}") for one in answers)
    meant = dict(data(of("amberroad")[0], None)["standing"])
    says = "Your weakest units lose steps first."
    assert meant["if asked lose then weakest first"] == says, "as the form of the first email says it"


# -- how it comes -------------------------------------------------------------------------------------------


def newest(house: House, side: str) -> EmailMessage:
    """The newest mail to a side."""
    names = [name for name in house.outbox() if name.startswith(f"1-{side}")]
    return parsed(house.outbox()[names[-1]])


def enclosed(mail: EmailMessage) -> dict[str, bytes]:
    files = {
        part.get_filename(): part.get_payload(decode=True) for part in mail.walk() if part.get_filename()
    }
    return {str(name): bytes(raw or b"") for name, raw in files.items()}


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, "amberroad")


def asked_side(house: House) -> str:
    with house.desk.store() as store:
        return house.table(store).state.waiting()[0].player


@pytest.mark.slow
def test_a_report_that_asks_something_brings_the_page_and_another_none(house: House) -> None:
    side = asked_side(house)
    page = enclosed(newest(house, side))[f"game-1-{side}-orders.html"]
    _, code = house.form(side)
    assert f"BEGIN ORDERS 1 turn 1 {side} {code}".encode() in page
    house.write(side, *default_of(house))
    house.post()
    reports = [mail for mail in map(parsed, house.outbox().values()) if "bundle.json" in str(enclosed(mail))]
    assert {"YOUR MOVE" in head_of(mail) for mail in reports} == {True, False}
    for mail in reports:
        pages = [name for name in enclosed(mail) if name.endswith("-orders.html")]
        assert bool(pages) == ("YOUR MOVE" in head_of(mail)), head_of(mail)


def test_a_game_is_accepted_by_one_tap_on_the_page_and_in_the_report(tmp_path: Path) -> None:
    house = House(tmp_path, "amberroad", accepted=False)
    mail = newest(house, "red")
    accept = quote("\r\naccept\r\nEND ORDERS", safe="")
    page = enclosed(mail)["game-1-red-orders.html"].decode()
    assert "You have no move to make" not in page.partition("<script")[0]
    assert accept in page
    written = mail.get_body(("html",))
    assert written is not None and accept in written.get_content()


@pytest.mark.slow
@pytest.mark.slow
def test_an_answer_to_a_part_of_a_question_brings_the_page_again(tmp_path: Path) -> None:
    house, chance = House(tmp_path, "panzerkorps48", reports="when asked"), random.Random(1)
    asked: Decision | None = None
    while asked is None or asked.topic != "plan":
        assert write_next(house, chance)
        house.post()
        with house.desk.store() as store:
            (asked, *_) = house.table(store).state.waiting()
    address = house.players[asked.player].addresses[0]
    before = len(house.mails(address))
    house.write(asked.player, asked.answers[0].splitlines()[0])
    house.post()
    (answer,) = house.mails(address)[before:]
    assert f"game-1-{asked.player}-orders.html" in enclosed(answer)


def test_an_audit_makes_reports_with_the_page_again(house: House) -> None:
    assert house.says("audit", "1").exit_code == 0


def shown_on_the_web(house: House) -> House:
    file = house.desk.folder / "desk.toml"
    told = file.read_text(encoding="utf-8").replace(
        'pages-at = ""', 'pages-at = "https://games.example.org/p/"'
    )
    file.write_text(told, encoding="utf-8")
    house.desk = open_desk(house.desk.folder)
    return house


@pytest.mark.slow
def test_where_pages_are_shown_the_report_has_a_link_and_no_file(tmp_path: Path) -> None:
    house = shown_on_the_web(House(tmp_path, "amberroad"))
    house.write(asked_side(house), *default_of(house))
    house.post()
    side = asked_side(house)
    mail = newest(house, side)
    html = mail.get_body(("html",))
    assert html is not None
    (at,) = set(
        re.findall(r"https://games\.example\.org/p/([0-9a-f]{32}/orders\.html)", str(html.get_content()))
    )
    page = (house.desk.folder / "pages" / at).read_bytes()
    _, code = house.form(side)
    assert code.encode() in page
    assert not [name for name in enclosed(mail) if name.endswith("orders.html")]
    assert at in str(mail.get_body(("plain",)).get_content())  # type: ignore[union-attr]
    assert house.says("audit", "1").exit_code == 0
    told = json.loads(house.says("pages", "1", "--json").output)
    assert str(house.desk.folder / "pages" / at) in [page for one in told for page in one["orders"]]


def default_of(house: House) -> list[str]:
    with house.desk.store() as store:
        return house.table(store).state.waiting()[0].default.splitlines()


def test_answers_of_standing_orders_are_told_in_the_words_of_their_game() -> None:
    game, view, decision = first_asked("panzerkorps48", "words", "prep", 12)
    told = dict(standing(facts(game, view, decision.player)))
    fires = "all fire together at the strongest target, with all artillery in reach"
    assert told["if asked attack then strongest support yes"] == f"If I am asked attack: {fires}."
    assert (
        told["if asked morale then check"] == "If I am asked morale: the unit that was hit checks its morale."
    )
    assert all(game.standing.read(line) for line in told)
