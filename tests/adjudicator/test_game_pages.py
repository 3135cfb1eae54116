"""A game as pages: every reader steps through all that he may know and nothing else, without a script."""

from __future__ import annotations

import json
import re
from itertools import pairwise, product
from pathlib import Path

import pytest

from adjudicator.audit.checks import replay
from adjudicator.catalogue import game_names
from adjudicator.events import DieRolled, OddsResolved
from adjudicator.mail.desk import open_desk
from adjudicator.mail.desk.table import Table
from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.mail.telling.art import pages_folder
from adjudicator.pages.chance import tallies
from adjudicator.pages.shelf import LIST, Shelf, readers
from adjudicator.pages.steps import WATCHING, seen, steps
from tests.adjudicator.house import House, text_of
from tests.adjudicator.test_agreements import run, send
from tests.adjudicator.test_observers import SENTINEL, watched
from tests.adjudicator.test_post_game import whole_game
from tests.browser import DESK, PHONE, TABLET, WIDER, asked, needs_browser, rendered

LINK = re.compile(r'(?:href|src)="([^"#]+)"')


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


def made(house: House, reader: str) -> dict[str, bytes]:
    """The pages of the house's game for a reader, by the name of their file."""
    with house.desk.store() as store:
        return files(Shelf(Table(store, 1), house.desk.folder / "pages", house.desk.boards).publish(reader))


@pytest.fixture
def house(tmp_path: Path) -> House:
    """A desk on which both have bid, and Red has moved and attacked once."""
    house = House(tmp_path, pictures=False).both_bid()
    send(house, "red", "move R1 birch", "attack R1 cedar")
    return house


# -- what is on them ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", ["red", "blue", WATCHING])
def test_every_event_that_a_reader_may_see_and_is_told_is_on_one_step(house: House, reader: str) -> None:
    with house.desk.store() as store:
        table = Table(store, 1)
        told = [event for step in steps(table, reader) for event in step.events]
        assert [e for e in told if not e.quiet] == [e for _, e in seen(table, reader) if not e.quiet]
        assert [step.number for step in steps(table, reader)] == list(range(1, len(steps(table, reader)) + 1))


@pytest.mark.parametrize("game", game_names())
def test_a_game_that_nobody_has_accepted_has_a_step_that_shows_how_it_starts(
    tmp_path: Path, game: str
) -> None:
    house = House(tmp_path, game, pictures=False, accepted=False)
    with house.desk.store() as store:
        table = Table(store, 1)
        for reader in readers(table):
            first = steps(table, reader)[0]
            assert first.number == 1 and first.title and first.before.units == first.after.units


def test_each_step_begins_where_the_one_before_it_ended(house: House) -> None:
    with house.desk.store() as store:
        found = steps(Table(store, 1), "red")
    assert len(found) > 2
    assert all(after.before == before.after for before, after in pairwise(found))


@pytest.mark.parametrize("reader", ["red", WATCHING])
def test_every_link_leads_to_a_file_beside_it_and_one_can_step_from_end_to_end(
    house: House, reader: str
) -> None:
    pages = made(house, reader)
    texts = {name: data.decode() for name, data in pages.items() if name.endswith(".html")}
    for name, text in texts.items():
        assert [link for link in LINK.findall(text) if link not in pages] == [], name
        assert "http" not in text
    at, walked = "step-0001.html", 1
    while forth := re.search(r'rel="next" href="([^"]+)"', texts[at]):
        at, walked = forth[1], walked + 1
    assert walked == sum(name.startswith("step-") for name in texts)
    assert 'rel="prev"' not in texts["step-0001.html"]
    assert 'rel="prev"' in texts[at]


def test_the_finder_has_every_unit_and_where_it_is(house: House) -> None:
    units = made(house, "red")["units.html"].decode()
    assert re.findall("<tr><td>(.+?)</td><td>(.+?)</td><td>(.+?)</td>", units) == [
        ("1 Blue", "Blue", "Dåle"),
        ("1 Red", "Red", "Birch"),
        ("2 Blue", "Blue", "Cedar"),
        ("2 Red", "Red", "Ash"),
    ]


@pytest.mark.slow
def test_every_battle_is_listed_with_its_step(tmp_path: Path) -> None:
    house, _ = whole_game(tmp_path, seed=2, most=30)
    with house.desk.store() as store:
        table = Table(store, 1)
        fought = [one for _, one in seen(table, "koniev") if isinstance(one, OddsResolved)]
        folder = Shelf(table, tmp_path / "pages", house.desk.boards).publish("koniev")
    listed = re.findall('<td><a href="(step-[0-9]+.html)">', (folder / "battles.html").read_text("utf-8"))
    assert len(listed) == len(fought) > 0
    assert all("Battle" in (folder / page).read_text("utf-8") for page in listed)


def test_dice_are_counted_and_their_mean_is_told(house: House) -> None:
    with house.desk.store() as store:
        events = [event for _, event in seen(Table(store, 1), "red")]
    (all_, *rules) = tallies(events * 2, {"3.2": "Attacks"})
    values = [event.value for event in events if isinstance(event, DieRolled)]
    assert values
    assert all_.dice == 2 * len(values)
    assert all_.mean == sum(values) / len(values)
    assert all_.came == tuple(2 * values.count(n) for n in range(1, 7))
    assert "Attacks [3.2]" in [rule.title for rule in rules]
    assert f"mean {all_.mean:.2f} (fair 3.50)" in made(house, "red")["dice.html"].decode()


# -- what is not -------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_no_byte_name_or_number_of_pages_hangs_on_what_is_secret(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the dice fall otherwise Blue draws another chit himself; who watches sees none of them. Red's own
    pages tell his chit, and neither his bid nor what he has standing."""
    found: dict[object, set[object]] = {}
    for place, bid, secret in product((1, 3), (0, 7), ((), ("if asked loss then lose", "move R1 birch"))):
        house = watched(tmp_path / f"{place} {bid} {len(secret)}", monkeypatch, place, bid, *secret)
        seen_by = {reader: made(house, reader) for reader in ("blue", WATCHING, "red")}
        whole = b"".join(data for pages in seen_by.values() for data in pages.values())
        assert SENTINEL.encode() not in whole
        for reader, group in (("blue", place), (WATCHING, 0), ("red", 0)):
            found.setdefault((reader, group), set()).add(tuple(sorted(seen_by[reader].items())))
    assert {key: len(pages) for key, pages in found.items()} == {
        ("blue", 1): 1, ("blue", 3): 1, (WATCHING, 0): 1, ("red", 0): 2,
    }  # fmt: skip


def test_each_reader_has_a_folder_that_no_other_can_name(house: House, tmp_path: Path) -> None:
    with house.desk.store() as store:
        table = Table(store, 1)
        names = [pages_folder(table, reader) for reader in readers(table)]
    assert len(set(names)) == 3
    assert all(re.fullmatch("[0-9a-f]{32}", name) for name in names)
    other = House(tmp_path / "other", secret=bytes(32), pictures=False)
    with other.desk.store() as store:
        assert pages_folder(Table(store, 1), "red") not in names


def test_no_server_lists_the_folders_and_no_page_names_one(house: House) -> None:
    for reader in ("red", "blue", WATCHING):
        made(house, reader)
    with house.desk.store() as store:
        names = [pages_folder(Table(store, 1), reader) for reader in readers(Table(store, 1))]
    shown = house.desk.folder / "pages"
    assert {file.name for file in shown.iterdir()} == {*names, "index.html"}
    whole = b"".join(file.read_bytes() for file in shown.rglob("*") if file.is_file())
    assert all(name.encode() not in whole for name in names)


# -- as the game goes on -------------------------------------------------------------------------------------


def test_pages_made_again_are_the_same_and_nothing_is_written(house: House) -> None:
    first = made(house, "red")
    with house.desk.store() as store:
        folder = house.desk.folder / "pages" / pages_folder(Table(store, 1), "red")
    before = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert made(house, "red") == first
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == before


def test_a_list_that_cannot_be_read_is_made_anew(house: House) -> None:
    first = made(house, "red")
    with house.desk.store() as store:
        folder = house.desk.folder / "pages" / pages_folder(Table(store, 1), "red")
    for damage in (b"", b"[", b'[{"drawn": 1}]', b'{"a": 2}', b"\xff"):
        (folder / LIST).write_bytes(damage)
        assert made(house, "red") == first


def test_what_was_taken_back_is_on_no_page_any_more(house: House) -> None:
    before = made(house, "red")
    assert b"1 Red moves from Ash" in before["step-0003.html"]
    send(house, "red", "propose undo")
    send(house, "blue", "agree undo")
    after = made(house, "red")
    assert b"1 Red moves from Ash" not in b"".join(after.values())


def test_the_command_writes_all_games_for_all_readers_and_says_where(house: House, tmp_path: Path) -> None:
    told = json.loads(run(house, "pages", "--out", str(tmp_path / "web"), "--json"))
    assert [(one["game"], one["for"]) for one in told] == [(1, "Red"), (1, "Blue"), (1, "everybody")]
    assert all(Path(one["index"]).is_file() for one in told)
    assert "no game 9" in run(house, "pages", "9", code=1)


# -- in a browser --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The pages of a game with pictures and battles, for one of its players."""
    folder = tmp_path_factory.mktemp("drawn")
    house, _ = whole_game(folder, seed=2, most=12)
    with house.desk.store() as store:
        return Shelf(Table(store, 1), folder / "pages", house.desk.boards).publish("zhukov")


@pytest.mark.slow
@needs_browser
def test_no_page_is_wider_than_the_screen(drawn: Path) -> None:
    names = sorted(file.name for file in drawn.glob("*.html"))
    assert {"index.html", "battles.html", "units.html", "dice.html", "step-0001.html"} <= set(names)
    assert asked(drawn, names, (PHONE, TABLET, DESK), WIDER) == ""


@pytest.mark.slow
@needs_browser
def test_pictures_fill_a_telephone_and_stand_beside_the_story_on_a_wide_screen(drawn: Path) -> None:
    steps = [file.name for file in drawn.glob("step-*.html") if "action-1" in file.read_text("utf-8")]
    told = asked(drawn, steps[:1], (PHONE, DESK), """
        say(frames.map(f => {
          const at = (what) => f.contentDocument.querySelector(what).getBoundingClientRect();
          return [Math.round(at('.shows img').width), at('.tells').top < at('.shows').bottom];
        }).join(';'));
    """)  # fmt: skip
    (small, below), (large, beside) = (part.split(",") for part in told.split(";"))
    assert int(small) >= PHONE - 40 and int(large) >= 700
    assert (below, beside) == ("false", "true")


@pytest.mark.slow
@needs_browser
def test_the_finder_shows_what_is_looked_for_and_nothing_else(drawn: Path) -> None:
    told = asked(drawn, ["units.html"], (PHONE,), """
        const page = frames[0].contentDocument, box = page.querySelector('.find input');
        const shown = () => [...page.querySelectorAll('.found tr + tr')].filter(row => row.offsetHeight);
        const before = shown().length;
        box.value = '712';
        box.dispatchEvent(new page.defaultView.Event('input', {bubbles: true}));
        say([before, shown().length, shown().every(row => row.textContent.includes('712'))].join());
    """)  # fmt: skip
    before, found, right = told.split(",")
    assert int(before) > 50 and int(found) == 2 and right == "true", "by its name, and where it stands"


@pytest.mark.slow
@needs_browser
def test_one_steps_through_all_without_scripts(drawn: Path) -> None:
    """The frame may run none; what clicks on the links is outside of it."""
    told = asked(drawn, ["step-0001.html"], (PHONE,), """
        const frame = frames[0], seen = [];
        const look = () => {
          const page = frame.contentDocument, next = page.querySelector('a[rel=next]');
          seen.push(page.querySelector('.ways b').textContent);
          const pictures = [...page.images].every(one => one.complete && one.naturalWidth);
          if (!pictures) { say('a picture is missing at ' + seen.at(-1)); return; }
          if (!next) { say(seen.length + ',' + seen.at(-1)); return; }
          frame.onload = look;
          next.click();
        };
        look();
    """, sandbox="allow-same-origin")  # fmt: skip
    count = len(list(drawn.glob("step-*.html")))
    assert told == f"{count},Step {count} of {count}"
    hidden = "say(String(frames[0].contentDocument.querySelector('.find').offsetHeight));"
    assert asked(drawn, ["units.html"], (PHONE,), hidden, sandbox="allow-same-origin") == "0"


@pytest.mark.slow
@needs_browser
def test_a_step_prints_with_its_picture_and_without_its_ways(drawn: Path, tmp_path: Path) -> None:
    import pypdfium2
    import pypdfium2.raw

    pdf = tmp_path / "step.pdf"
    rendered(drawn / "step-0002.html", f"--print-to-pdf={pdf}")
    sheets = list(pypdfium2.PdfDocument(pdf))
    text = "".join(sheet.get_textpage().get_text_range() for sheet in sheets)
    assert "What happened" in text
    assert "Back" not in text and "All steps" not in text
    images = [one for sheet in sheets for one in sheet.get_objects([pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])]
    assert images


# -- in reports ----------------------------------------------------------------------------------------------


def test_reports_say_where_the_pages_of_their_reader_are_and_are_the_same_made_again(tmp_path: Path) -> None:
    house = House(tmp_path, pictures=False)
    settings, web = house.desk.folder / "desk.toml", "https://club.example/g/"
    text = settings.read_text(encoding="utf-8").replace('pages-at = ""', f'pages-at = "{web}"')
    settings.write_text(text, encoding="utf-8", newline="\n")
    house.desk = open_desk(house.desk.folder)
    house.write("red", "bid 3")
    house.write("blue", "bid 1")
    house.post()
    send(house, "red", "done")
    with house.desk.store() as store:
        assert replay(store, 1).difference == ""
        red, blue = (f"{web}{pages_folder(Table(store, 1), side)}/index.html" for side in ("red", "blue"))
    to_red, to_blue = (
        "".join(text_of(mail) for mail in house.mails(to)) for to in ("anna@example.org", "ben@example.org")
    )
    assert (red in to_red, blue in to_red, blue in to_blue, red in to_blue) == (True, False, True, False)


def test_where_there_are_no_pages_no_report_speaks_of_any(house: House) -> None:
    assert "The whole game" not in house.last("anna@example.org")


def test_an_address_for_pages_that_is_none_is_a_fault_with_its_line(house: House) -> None:
    settings = house.desk.folder / "desk.toml"
    text = settings.read_text(encoding="utf-8").replace('pages-at = ""', 'pages-at = "club.example"')
    settings.write_text(text, encoding="utf-8", newline="\n")
    with pytest.raises(DeskError, match=r"desk\.toml:\d+.*pages-at"):
        open_desk(house.desk.folder)
