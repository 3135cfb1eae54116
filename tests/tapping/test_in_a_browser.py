"""Orders tapped in real browsers: no line that the page is sure of is refused on the side's own view, and its
odds are those of a dry run."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from adjudicator.catalogue import find_game, game_names
from adjudicator.game import Game
from adjudicator.judging.what_if import playable, would_stand
from adjudicator.state import Decision, State
from tests.adjudicator.house import House, parsed
from tests.browser import amiss, needs_browser, small
from tests.cases import the_rest_long
from tests.tabletop import Tabletop
from tests.tapping.browsers import Chromium, ChromiumTab, Firefox, firefox, needs_firefox
from tests.tapping.finger import ENDS, SIZES, Tab, keys, lines, tap, write_one
from tests.tapping.positions import TO, judged, page, some

SURE = {"may be done", "not-judged"}
"""What a dry run may say of a line that the page is sure of: it stands, or a die comes before it."""
WRITTEN = 5
MIDDLES = """
[...document.querySelectorAll('WHAT')].map((one) => one.getBoundingClientRect())
  .map((box) => [box.x + box.width / 2, box.y + box.height / 2, box.width, box.height])
"""
"""Where things are, and how large."""
NAMELESS = """
[...document.querySelectorAll('button, a, input, textarea')].filter((one) =>
  !(one.getAttribute('aria-label') || one.textContent.trim() || one.closest('label'))).length
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("boards")


@pytest.fixture(scope="module")
def other() -> Iterator[Firefox]:
    with firefox() as opened:
        yield opened


def tapped(tab: Tab, game: Game, view: State, decision: Decision, chance: random.Random) -> Counter[str]:
    """Write some lines by tapping at random, and hold them against the dry run; how many of each kind."""
    for _ in range(WRITTEN):
        write_one(tab, chance)
    found = lines(tab)
    tally: Counter[str] = Counter()
    rulings = judged(game, view, decision.player, [line.text for line in found])
    for line, told in zip(found, rulings, strict=True):
        tally[line.state] += 1
        if line.state == "sure":
            unsure = any(other.state != "sure" for other in found)  # such a line may put the others on hold
            if unsure and "waiting" in {ruling.verdict for ruling in told}:
                (told,) = judged(game, view, decision.player, [line.text])
            assert {ruling.verdict for ruling in told} <= SURE, (decision.topic, line, told, found)
            mine = (one for one in view.waiting() if one.player == decision.player)
            text = line.text.replace(" / ", "\n")
            assert any(would_stand(game, view, one, [], text) for one in mine), (decision.topic, line)
            if line.means and told and told[0].verdict == "may be done" and foretold(game, view, line.text):
                assert line.means in told[0].why, (line, told)
                tally["odds"] += 1
    return tally


def foretold(game: Game, view: State, text: str) -> bool:
    """Whether a dry run foretells anything of a line."""
    if " / " in text:
        return False
    with suppress(Exception):
        return bool(game.choices.foretell(view, game.grammar("").read(text)))
    return False


def everywhere(
    browser: Chromium, folder: Path, name: str, seed: str, most: int, of_a_kind: int
) -> Counter[str]:
    """Tap on the questions of a game between bots."""
    chance, tally = random.Random(seed), Counter[str]()
    for game, view, decision in some(name, seed, most, of_a_kind):
        file = page(game, view, decision.player, folder)
        with browser.tab(file, chance.choice(SIZES), has_touch=chance.random() < 0.5) as tab:
            lying = tab.ask(MIDDLES.replace("WHAT", "#plane .cell"))
            assert lying and all(abs(wide - high) < 1 for _, _, wide, high in lying), (
                "no neighbour on the sheet shows"
            )
            tally += tapped(tab, game, view, decision, chance)
            assert tab.wrong == []
            assert [*amiss(tab), *small(tab)] == []
    return tally


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", game_names())
def test_no_line_that_the_page_is_sure_of_is_refused(browser: Chromium, folder: Path, name: str) -> None:
    tally = everywhere(browser, folder, name, "finger", 60, 1)
    assert tally["sure"] > 2, tally


@pytest.mark.long
@needs_browser
@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("seed", ["Kotelnikovo", "Seelow"])
def test_no_line_that_the_page_is_sure_of_is_refused_in_whole_games(
    browser: Chromium, folder: Path, name: str, seed: str
) -> None:
    tally = everywhere(browser, folder, name, seed, 400, 20)
    print(name, seed, dict(tally))
    assert tally["sure"] > 20, tally


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", ["amberroad", "panzerkorps48", "koenigsberg45"])
def test_many_moves_to_the_nearest_hexes_are_sure_as_far_as_there_is_room(
    browser: Chromium, folder: Path, name: str
) -> None:
    chance, sure = random.Random("rooms"), 0
    for game, view, decision in some(name, "rooms", 150, 3):
        if decision.topic != "move":
            continue
        with browser.tab(page(game, view, decision.player, folder), SIZES[2]) as tab:
            for key in keys(tab, "unit ")[:12]:
                tap(tab, key)
                ends = keys(tab, "end ", where=".pick")
                if ends:
                    tap(tab, chance.choice(ends[:5]), ".pick")
            found = lines(tab)
        rulings = judged(game, view, decision.player, [line.text for line in found])
        for line, told in zip(found, rulings, strict=True):
            assert line.state != "bad", line
            if line.state == "sure":
                sure += 1
                assert {ruling.verdict for ruling in told} <= SURE, (line, told)
    assert sure >= 8, sure


@pytest.mark.slow
@needs_firefox
@pytest.mark.parametrize("name", the_rest_long(game_names()))
def test_orders_are_tapped_in_firefox(other: Firefox, folder: Path, name: str) -> None:
    chance, tally = random.Random("fox"), Counter[str]()
    for game, view, decision in some(name, "fox", 40, 1):
        other.open(page(game, view, decision.player, folder), (1000, 900))
        tally += tapped(other, game, view, decision, chance)
    assert tally["sure"] > 2, tally


@pytest.fixture(scope="module")
def moving(folder: Path) -> Path:
    """The page of a movement of The Amber Road."""
    asked = some("amberroad", "finger", 40, 1)
    game, view, decision = next(one for one in asked if one[2].topic == "move")
    return page(game, view, decision.player, folder)


@pytest.mark.slow
@needs_browser
def test_a_move_is_tapped_undone_edited_and_sent(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[0]) as tab:
        unit = keys(tab, "unit ")[0]
        tap(tab, unit)
        assert tab.ask("document.querySelectorAll('#over .end').length") > 5
        tap(tab, keys(tab, "end ")[0])
        (line,) = lines(tab)
        assert line.state == "sure" and " point" in line.means
        assert tab.ask("document.querySelectorAll('#over .way').length") == 2
        send = "decodeURIComponent(document.querySelector('[data-key=send]').href)"
        assert tab.ask(send).startswith(f"mailto:{TO}?subject=[1] The Amber Road&body=BEGIN ORDERS 1 turn 1 ")
        assert f"\r\n{line.text}\r\nEND ORDERS\r\n" in tab.ask(send)
        assert "BEGIN CHECK 1" in tab.ask(send.replace("=send", "=try"))
        tap(tab, "undo")
        assert lines(tab) == []
        tap(tab, "redo")
        assert lines(tab) == [line]
        tap(tab, "edit")
        tab.ask("document.querySelector('textarea').value += '\\nmove by magic'")
        tap(tab, "typed")
        assert [one.state for one in lines(tab)] == ["sure", "own"]
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_a_stack_is_moved_in_one_line_and_attacks_where_it_ends(browser: Chromium, folder: Path) -> None:
    units = {"19TB": "3109", "157TB": "3109", "Sch-1": "3512"}
    game, state = find_game("panzerkorps48"), Tabletop("panzerkorps48", units, segment="SOV.MOVE").state
    view = playable(game, state, "soviet")
    with browser.tab(page(game, view, "soviet", folder), SIZES[0]) as tab:
        tap(tab, "unit 0 19TB")
        tap(tab, keys(tab, "head ")[0])
        end = next(key for key in keys(tab, "end ") if key.endswith(" to 3511"))
        tap(tab, end)
        (line,) = lines(tab)
        assert line.state == "sure" and line.text == end.removeprefix("end ")
        assert set(line.text.split()[1:3]) == {"19TB,", "157TB"} and "points" in line.means
        tap(tab, "unit 0 157TB")
        tap(tab, keys(tab, "fight ")[0])
        (fight,) = lines(tab)
        assert fight.state == "sure" and fight.text == f"{line.text} hasty 3512"
        assert "then attacks 3512" in fight.means
        assert would_stand(game, view, view.waiting()[0], [], fight.text)


@pytest.mark.slow
@needs_browser
def test_lines_are_kept_for_their_own_question_alone(browser: Chromium, tmp_path: Path) -> None:
    (first, second) = list(islice(some("amberroad", "kept", 40, 1), 1, 3))
    assert first[2].player == second[2].player and first[2].topic != second[2].topic
    with browser.tab(page(first[0], first[1], first[2].player, tmp_path), SIZES[2]) as tab:
        tap(tab, keys(tab, "line end")[0])
        written = lines(tab)
        tab.page.reload()
        assert lines(tab) == written != [], "the page was opened again"
        tab.page.goto(page(second[0], second[1], second[2].player, tmp_path).as_uri())
        assert lines(tab) == [], "the same reply code, and another question"


@pytest.mark.slow
@needs_browser
def test_what_ends_a_question_is_written_once_below_all_else(browser: Chromium, tmp_path: Path) -> None:
    game, view, decision = next(some("koenigsberg45", "options", 5, 1))
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[2]) as tab:
        for key in [key for key in keys(tab, "line option") if "on" in key][:2]:
            tap(tab, key)
        tap(tab, "line ready")
        written = [line.text for line in lines(tab)]
        assert len(written) == 3 and written[-1] == "ready" and all(" / " not in one for one in written)
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_the_example_is_taken_whole_above_what_ends_the_question(browser: Chromium, tmp_path: Path) -> None:
    found = some("koenigsberg45", "A", 60, 1)
    game, view, decision = next(
        one for one in found if one[2].topic == "refugees" and "new" in one[2].default
    )
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[2]) as tab:
        tap(tab, "line pass")
        tap(tab, "whole 0")
        assert [line.text for line in lines(tab)] == [decision.default.splitlines()[0], "pass"]
        tap(tab, "drop 1")
        tap(tab, "whole 0")
        assert [line.text for line in lines(tab)] == decision.default.splitlines()
        assert [line.state for line in lines(tab)] == ["sure", "order"], "no line is somebody's own words"


@pytest.mark.slow
@needs_browser
def test_a_condition_is_put_together_and_can_be_sent(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[0]) as tab:
        tab.page.locator("summary", has_text="standing orders").click()
        tab.page.get_by_label("Question").select_option(label="retreat")
        tab.page.get_by_label("Condition").select_option(label="turn")
        tap(tab, "own add")
        (line,) = lines(tab)
        assert line.text.startswith("if asked retreat turn<=2 then ") and line.state == "standing"
        assert find_game("amberroad").standing.read(line.text)
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_what_is_tapped_and_sent_is_taken_by_the_referee(browser: Chromium, tmp_path: Path) -> None:
    house = House(tmp_path, "amberroad")
    with house.desk.store() as store:
        side = house.table(store).state.waiting()[0].player
    mail = next(parsed(raw) for name, raw in house.outbox().items() if name.startswith(f"1-{side}"))
    (part,) = [part for part in mail.walk() if str(part.get_filename()).endswith("-orders.html")]
    file = tmp_path / "orders.html"
    file.write_bytes(bytes(part.get_payload(decode=True) or b""))
    with browser.tab(file, SIZES[0]) as tab:
        tap(tab, keys(tab, "whole ")[0])
        assert {line.state for line in lines(tab)} <= {"sure", "order"}
        send = urlsplit(tab.ask("document.querySelector('[data-key=send]').href"))
        assert tab.wrong == []
    told = parse_qs(send.query)
    letter = EmailMessage()
    letter["From"], letter["To"], letter["Subject"] = (
        house.players[side].addresses[0],
        send.path,
        told["subject"][0],
    )
    letter["Message-ID"] = "<tapped@example.org>"
    letter.set_content(told["body"][0].replace("\r\n", "\n"))
    (house.desk.inbox / "tapped.eml").write_bytes(letter.as_bytes())
    house.post()
    with house.desk.store() as store:
        assert all(one.player != side or one.topic != "setup" for one in house.table(store).state.waiting())


@pytest.mark.slow
@needs_browser
def test_a_long_block_is_copied_and_not_linked(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[0]) as tab:
        tap(tab, "edit")
        tab.ask("document.querySelector('textarea').value = Array(80).fill('move 1A to 0304').join('\\n')")
        tap(tab, "typed")
        assert keys(tab, "send", "try") == [] and "chief" in tab.ask(
            "document.querySelector('[data-key=copy]').className"
        )
        assert "too long" in tab.ask("document.querySelector('#what').textContent")


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("size", SIZES)
def test_the_page_is_as_wide_as_its_window_and_what_is_tapped_is_large(
    browser: Chromium, moving: Path, size: tuple[int, int]
) -> None:
    with browser.tab(moving, size) as tab:
        tap(tab, keys(tab, "unit ")[0])
        assert tab.ask("document.documentElement.scrollWidth") <= size[0]
        boxes = tab.ask(MIDDLES.replace("WHAT", "#what button, #what a, .tools button, summary"))
        assert boxes and all(min(wide, high) > 43 for _, _, wide, high in boxes if wide)


@pytest.mark.slow
@needs_browser
def test_all_is_done_by_the_keyboard_and_each_thing_has_a_name(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[2]) as tab:
        for _ in range(40):
            tab.page.keyboard.press("Tab")
            if (tab.ask("document.activeElement.dataset.key") or "").startswith("unit "):
                break
        key = tab.ask("document.activeElement.dataset.key")
        tab.page.keyboard.press("Enter")
        assert tab.ask("document.activeElement.dataset.key") == key, "the focus is kept"
        assert tab.ask(NAMELESS) == 0
        assert tab.ask("document.querySelector('[role=status]') !== null")


def tab_to(tab: ChromiumTab, beginning: str) -> None:
    """Press the Tab key until a control whose key begins so has the focus."""
    for _ in range(150):
        tab.page.keyboard.press("Tab")
        if (tab.ask("document.activeElement.dataset.key") or "").startswith(beginning):
            return
    raise AssertionError(f"the Tab key does not lead to {beginning}")


@pytest.mark.slow
@needs_browser
def test_a_question_is_answered_by_keys_alone_and_each_change_is_announced(
    browser: Chromium, moving: Path
) -> None:
    with browser.tab(moving, SIZES[2]) as tab:
        said = "document.getElementById('say').textContent"
        tab.ask("window.region = document.getElementById('say'), 1")
        for way in (("unit ", "places", "end "), ("unit ", "end ")):  # the list stays open
            for key in way:
                tab_to(tab, key)
                tab.page.keyboard.press("Enter")
            assert tab.ask(said).startswith("Line written: move ") and "OK" in tab.ask(said)
            assert tab.ask("document.activeElement.dataset.key").startswith("unit "), "the focus is kept"
        tab_to(tab, "line end")
        tab.page.keyboard.press("Enter")
        assert [line.state for line in lines(tab)] == ["sure", "sure", "order"]
        tab_to(tab, "send")
        assert tab.ask("document.activeElement.href").startswith("mailto:")
        assert tab.ask("region === document.getElementById('say')"), "a region that is replaced is not read"
        assert tab.wrong == []


@pytest.mark.slow
@needs_browser
def test_units_of_the_map_are_reached_by_arrow_keys_and_a_stack_fans_out(
    browser: Chromium, moving: Path
) -> None:
    with browser.tab(moving, SIZES[2]) as tab:
        named = "document.activeElement.getAttribute('aria-label')"
        for _ in range(10):
            tab.page.keyboard.press("Tab")
            if " in " in (tab.ask(named) or ""):
                break
        met = {tab.ask(named)}
        for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft") * 4:
            tab.page.keyboard.press(key)
            met.add(tab.ask(named))
            if "may act, stack of 2" in tab.ask(named):
                break
        assert len(met) > 1 and "may act, stack of 2" in tab.ask(named), met
        tab.page.keyboard.press("Enter")
        assert len(keys(tab, "fan ", where="#fan:not([hidden])")) == 2
        tab.page.keyboard.press("Enter")
        assert tab.ask("document.querySelector('.pick b').textContent").split(" ")[0] in tab.ask(
            "document.querySelector('[data-key].on').textContent"
        )
        assert tab.wrong == []


CONTROLS = {"button", "link", "checkbox", "combobox", "spinbutton", "textbox", "searchbox", "group", "region"}


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("name", the_rest_long(game_names()))
def test_each_control_has_a_name_in_the_tree_that_a_screen_reader_reads(
    browser: Chromium, tmp_path: Path, name: str
) -> None:
    for game, view, decision in some(name, "reader", 40, 1):
        with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
            for key in keys(tab, "unit ", "team ")[:1]:
                tap(tab, key)
            session = tab.page.context.new_cdp_session(tab.page)
            tree = [one for one in session.send("Accessibility.getFullAXTree")["nodes"] if not one["ignored"]]
            told = [(one["role"]["value"], one.get("name", {}).get("value", "").strip()) for one in tree]
            assert not [role for role, called in told if role in {*CONTROLS, "image"} and not called], told
            units = [called for role, called in told if role == "button" and " in " in called]
            assert len(units) >= tab.ask("document.querySelectorAll('#plane button.cell').length")


@pytest.mark.slow
@needs_browser
def test_where_nothing_is_tapped_on_the_map_it_leaves_a_phone_to_the_choices(
    browser: Chromium, moving: Path, tmp_path: Path
) -> None:
    tall = "document.getElementById('map').clientHeight"
    game, view, decision = next(some("koenigsberg45", "options", 5, 1))
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        assert tab.ask(tall) < SIZES[0][1] / 3, "the options of a game are buttons alone"
    with browser.tab(moving, SIZES[0]) as tab:
        assert tab.ask(tall) > SIZES[0][1] / 3


@pytest.mark.slow
@needs_browser
def test_what_alone_can_be_tapped_shows_its_places_at_once(browser: Chromium, tmp_path: Path) -> None:
    """A retreat names its stack in the question: only the hexes are left to be tapped."""
    cases = some("panzerkorps48", "look1", 90, 1)
    game, view, decision = next(one for one in cases if one[2].topic == "retreat")
    with browser.tab(page(game, view, decision.player, tmp_path), SIZES[0]) as tab:
        x, y = tab.ask(ENDS)[0]
        tab.touch(x, y)
        assert [one.state for one in lines(tab)] == ["sure"]


@pytest.mark.slow
@needs_browser
def test_a_unit_is_dragged_to_where_it_goes(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[2]) as tab:
        x, y, *_ = tab.ask(MIDDLES.replace("WHAT", "#plane .lit"))[-1]
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x + 15, y + 15)
        ends = tab.ask(MIDDLES.replace("WHAT", "#over .end"))
        near = min(ends, key=lambda at: abs(at[0] - x) + abs(at[1] - y))
        tab.page.mouse.move(near[0], near[1], steps=4)
        tab.page.mouse.up()
        assert [one.state for one in lines(tab)] == ["sure"]


@pytest.mark.slow
@needs_browser
def test_without_a_script_map_question_and_answers_are_there(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[0], java_script_enabled=False) as tab:
        assert tab.page.locator("noscript").count() == 1
        assert tab.page.locator("#plain h2").inner_text().startswith("Move any number of units")
        assert tab.page.locator("#plain a[href^=mailto]").count() > 5
        assert (tab.page.locator("#plane").bounding_box() or {})["height"] > 150
        assert tab.page.locator("#plane .cell").count() > 30


@pytest.mark.slow
@needs_browser
def test_nothing_is_fetched_whatever_a_script_tries(browser: Chromium, moving: Path) -> None:
    with browser.tab(moving, SIZES[0]) as tab:
        said = tab.ask("fetch('https://example.org/').then(() => 'came', () => 'stopped')")
        assert said == "stopped"
