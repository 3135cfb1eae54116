"""The pages of a report: as agreed, complete, in the right order, and safe whatever players write."""

from __future__ import annotations

import html.parser
import re
import sys
import textwrap
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader
from jinja2.exceptions import SecurityError
from jinja2.sandbox import SandboxedEnvironment

from adjudicator.by_mail.ahead import ACCEPT
from adjudicator.events import Names, UnitMoved
from adjudicator.report.brief import Short, in_short, listed
from adjudicator.report.pages import Pages, meanings, pages, text_page
from adjudicator.state import Decision
from adjudicator.wording.order_words import FEW_ANSWERS, MOST_ANSWERS
from templates import environments
from templates.environments import Compiled, Sandbox, environment
from templates.folding import WIDTH, fold
from tests.adjudicator.cardgame import CARDS, printed
from tests.adjudicator.tinygame import GAME, start
from tests.report.situation import BID, EVENTS, FOUGHT, WICKED, after, facts

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("kind", ["text", "html"])
def test_the_pages_are_as_agreed(kind: str, request: pytest.FixtureRequest) -> None:
    made = getattr(pages(facts()), kind)
    file = GOLDEN / f"report.{'txt' if kind == 'text' else 'html'}"
    if request.config.getoption("--update-golden"):
        file.write_text(made, encoding="utf-8", newline="\n")
    assert made == file.read_text(encoding="utf-8"), "see the difference; --update-golden writes it anew"


def test_the_same_facts_give_the_same_pages() -> None:
    assert pages(facts()) == pages(facts())


def test_what_is_asked_and_the_form_stand_before_all_that_is_long() -> None:
    told = pages(facts())
    parts = ("How much do you bid", "Blue's losses", "END ORDERS", "WHAT HAPPENED", "CURRENT SITUATION")
    places = [told.text.index(word) for word in parts]
    assert places == sorted(places)
    assert "BEGIN ORDERS 7 turn 2 red 7F3K-92QX\n# How much do you bid?\n\nEND ORDERS\n" in told.text
    at = [told.html.index(f">{word}<") for word in ("In short", "Your order form", "What happened")]
    assert at == sorted(at)


def test_where_nothing_is_asked_the_form_stands_at_the_end_and_a_link_at_the_top() -> None:
    told = pages(replace(facts(), after=replace(after("red"), sealed={"q1": ()})))
    assert told.text.rstrip().endswith("END ORDERS")
    places = [
        told.html.index(word)
        for word in ("send orders for later decisions", "What happened", "Your order form")
    ]
    assert places == sorted(places)


def test_in_short_a_report_names_the_battles_and_its_readers_own_losses_first() -> None:
    assert [(one.label, one.text) for one in short("blue")] == [
        ("Battles", "Cedar (DR)"),
        ("Your losses", "eliminated 2 Blue"),
        ("Changed hands", "Cedar (Red)"),
        ("Red moved", "1 unit"),
    ]
    assert [one.label for one in short("")] == ["Battles", "Blue's losses", "Changed hands", "Red moved"]


def test_who_had_to_go_has_not_moved() -> None:
    units = start("duel").units.values()
    red, blue = (next(unit.id for unit in units if unit.side == side) for side in ("red", "blue"))
    went = (
        UnitMoved(rule="4", unit=red, path=("a", "b"), how="advance"),
        UnitMoved(rule="8", unit=blue, path=("b", "c"), how="retreat"),
    )
    told = in_short(GAME, went, "blue", start("duel"), start("duel"))
    assert [(one.label, one.text) for one in told] == [("Red moved", "1 unit"), ("You retreated", "1 unit")]


def short(side: str) -> list[Short]:
    """The whole situation in short, as a side or somebody who watches is told it."""
    return in_short(GAME, EVENTS, side, start("duel"), after("red"))


def test_of_many_losses_in_short_six_are_named_and_the_rest_counted() -> None:
    assert listed(f"{n}" for n in range(9)) == "0, 1, 2, 3, 4, 5 and 3 more"
    assert listed(["a"]) == "a"
    assert in_short(GAME, (), "red", after("red"), after("red")) == []


def test_a_question_says_until_when_and_what_silence_means() -> None:
    text = text_page(facts())
    assert "YOUR MOVE, by 27 Nov 2026 10:09 UTC\n" in text
    assert "Default: you bid nothing." in text


def test_a_question_to_which_silence_is_no_answer_says_so() -> None:
    seen = replace(after("red"), decisions=(replace(BID, silence=""),))
    told = pages(replace(facts(), after=seen))
    says = "If you do not answer, nothing is decided for you: the game waits."
    assert says in told.text and says in told.html


def test_nothing_is_asked_once_a_sealed_answer_is_in() -> None:
    seen = replace(after("red"), sealed={"q1": ()})
    text = text_page(replace(facts(), after=seen))
    assert "You have no move to make." in text and "Waiting for Red and Blue." in text
    assert "You need not reply." in text and "You need not reply." not in text_page(facts())


def test_of_very_many_answers_some_are_shown_and_the_rest_counted() -> None:
    many = replace(BID, answers=tuple(f"bid {n}" for n in range(MOST_ANSWERS + 5)))
    for closed, most in ((True, MOST_ANSWERS), (False, FEW_ANSWERS)):
        asked = replace(many, closed=closed)
        text = text_page(replace(facts(), after=replace(after("red"), decisions=(asked,))))
        assert f"bid {most - 1}\n" in text and f"... and {MOST_ANSWERS + 5 - most} more" in text
        assert f"bid {most}\n" not in text


def test_an_answer_of_two_lines_is_shown_on_one() -> None:
    both = replace(BID, answers=("lose R1\nlose R2",))
    assert "lose 1 Red / lose 2 Red" in text_page(
        replace(facts(), after=replace(after("red"), decisions=(both,)))
    )


@pytest.mark.parametrize("shown", [*FOUGHT.parts, *FOUGHT.drms, *FOUGHT.shifts])
def test_every_step_of_a_battle_is_shown_with_its_reason_and_rule(shown: dict[str, str]) -> None:
    told = pages(facts())
    assert f"{shown['reason']} [{shown['rule']}]" in told.text
    assert f"{shown['reason']} " in told.html and f"[{shown['rule']}]" in told.html


def test_a_battle_shows_sums_odds_die_and_result() -> None:
    text = text_page(facts())
    assert re.search(r"1 Red +8 -> 4 .*\n  \|  +4 -> 8 ", text), "a unit that changed twice is named once"
    assert "9 -> 4.5" in text
    assert "Odds    12 to 4.5: column 2:1" in text
    assert "  |  Total   5 +1 -2 = 4\n" in text
    assert "Result  DR" in text


def test_verdicts_say_what_was_written_the_rule_and_what_would_be_legal() -> None:
    text = text_page(facts())
    assert "   4  move R2 dale\n        REFUSED [3.1]: Dåle is not next to Ash\n" in text
    assert "        Legal instead: move 2 Red Birch\n" in text


def test_dice_are_listed_with_their_numbers() -> None:
    text = text_page(facts())
    assert re.search(r"#3  1 Red attacks Cedar \[3.2\]: 5 \(d6\)", text)


def test_stand_ins_are_listed_in_the_first_report_and_named_in_every_other() -> None:
    first, later = pages(facts()), pages(replace(facts(), opening=None))
    none = pages(replace(facts(), opening=None, game=replace(facts().game, standins=())))
    for one, other, nothing in ((first.text, later.text, none.text), (first.html, later.html, none.html)):
        one, other = " ".join(one.split()), " ".join(other.split())
        assert "the strengths of all units" in one and "the strengths of all units" not in other
        assert "* A placeholder of hexpost: the first email of this game lists them." in other
        assert "tand-in" not in nothing


def test_who_has_not_accepted_is_told_of_placeholders_and_how_to_decline_and_nobody_else() -> None:
    asked = replace(BID, topic=ACCEPT)
    before = pages(replace(facts(), after=replace(after("red"), decisions=(asked,))))
    for one in (before.text, before.html):
        told = " ".join(one.replace("&#39;", "'").replace("&#34;", '"').split())
        assert "hexpost's own. They are listed at the end of this email." in told
        assert 'To decline, write "resign" instead.' in told
    assert "To decline" not in text_page(facts()) and "To decline" in text_page(
        replace(facts(), accepts=True)
    )


def test_the_secret_is_told_when_the_game_is_over_and_not_before() -> None:
    over = replace(after("red"), over={"winner": "red", "why": "", "points": {}}, decisions=())
    text = text_page(replace(facts(), after=over, secret="c0ffee"))
    assert "THE GAME IS OVER." in text and "c0ffee" in text
    assert "secret of the dice" not in text_page(facts()).lower().replace("the sha-256 of the secret", "")


def test_a_games_own_templates_come_before_the_common_ones(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "battle_words.j2"
    own.parent.mkdir()
    words = "{% macro title(b) %}Scrap{% endmacro %}{% macro meaning(b) %}run away{% endmacro %}"
    own.write_text(words, encoding="utf-8")
    told = pages(replace(facts(), home=str(tmp_path)))
    assert "+--- Scrap [3.2]" in told.text and "DR: run away." in told.text
    assert "Scrap" in told.html and "run away" in told.html


def test_a_template_cannot_reach_outside_its_page(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "report.txt.j2"
    own.parent.mkdir()
    own.write_text("{{ title.__class__.__mro__ }}", encoding="utf-8")
    with pytest.raises(SecurityError):
        text_page(replace(facts(), home=str(tmp_path)))


def test_our_own_templates_are_read_once_for_all_games_without_templates_of_their_own(tmp_path: Path) -> None:
    one, other, own = tmp_path / "one", tmp_path / "other", tmp_path / "own"
    (own / "templates").mkdir(parents=True)
    assert environment(str(one)) is environment(str(other))
    assert environment(str(own)) is not environment(str(one))
    (one / "templates").mkdir(parents=True)
    assert isinstance(environment(str(one)), SandboxedEnvironment), "those that came later are seen"


# -- untrusted words ---------------------------------------------------------------------------------


class Tags(html.parser.HTMLParser):
    """Every tag and attribute name of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self.links: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.add(tag)
        self.found |= {f"@{name}" for name, _ in attrs}
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "background")]


PLAIN = {
    "html", "head", "meta", "title", "body", "table", "tr", "td", "div", "p",
    "h1", "h2", "h3", "b", "i", "br",
    "img", "blockquote", "span", "style", "@class", "a", "@href",
    "@lang", "@charset", "@name", "@content", "@style", "@bgcolor", "@role",
    "@width", "@cellpadding", "@cellspacing", "@align", "@colspan", "@src", "@alt",
}  # fmt: skip


def test_wicked_words_stay_words_in_html() -> None:
    page = pages(facts()).html
    assert "<script" not in page
    assert page.count("&lt;script&gt;alert(&#39;x&#39;)&lt;/script&gt; &amp; &#34;quotes&#34;") == 2
    assert Tags(page).found <= PLAIN


def test_wicked_names_of_places_and_sides_stay_words() -> None:
    names = Names({**GAME.names().names, "cedar": WICKED, "R1": WICKED, "blue": WICKED, "chit-2": WICKED})
    wicked = replace(GAME, names=lambda: names, title=WICKED, sides={**GAME.sides, "red": WICKED})
    page = pages(replace(facts(), game=wicked)).html
    assert "<script" not in page and "&amp;lt;" not in page
    assert Tags(page).found <= PLAIN


def test_wicked_questions_and_reasons_stay_words() -> None:
    asked: Decision = replace(BID, question=WICKED, silence=WICKED, answers=(WICKED,))
    parts = tuple({**one, "reason": WICKED} for one in FOUGHT.parts)
    events = tuple(replace(FOUGHT, parts=parts, result=WICKED) if e is FOUGHT else e for e in EVENTS)
    told = replace(facts(), after=replace(after("red"), decisions=(asked,)), events=events, form=WICKED)
    page = pages(told).html
    assert "<script" not in page
    assert Tags(page).found <= PLAIN


def test_a_page_fetches_nothing_from_elsewhere() -> None:
    page = pages(facts()).html
    assert [link for link in Tags(page).links if not link.startswith("mailto:")] == ["cid:map-7"]
    assert not re.search(r"https?:|url\(|@import", page)


def letters_of(page: str) -> list[tuple[str, str, str]]:
    """The letters that links of a page open: to whom, about what, with which text."""
    links = [urlsplit(link) for link in Tags(page).links if link.startswith("mailto:")]
    told = [(link.path, parse_qs(link.query)) for link in links]
    return [(unquote(to), fields["subject"][0], fields["body"][0]) for to, fields in told]


def test_a_link_opens_a_letter_with_the_block_to_write_into() -> None:
    page = pages(replace(facts(), to="referee@example.org")).html
    assert letters_of(page) == [
        (
            "referee@example.org",
            "Orders for game 7",
            "BEGIN ORDERS 7 turn 2 red 7F3K-92QX\r\n\r\nEND ORDERS\r\n",
        )
    ]


@pytest.mark.parametrize("answer", ["bid 3", "bid 2\ndone", WICKED, 'pass" onclick="x', "50 % & more?"])
def test_each_closed_answer_is_a_link_that_opens_the_finished_letter(answer: str) -> None:
    asked = replace(BID, answers=("bid 1", answer), closed=True)
    page = pages(replace(facts(), after=replace(after("red"), decisions=(asked,)))).html
    blocks = [text.split("\r\n")[1:-2] for _, _, text in letters_of(page)]
    assert blocks == [["bid 1"], answer.split("\n"), [""]]
    assert Tags(page).found <= PLAIN


def test_who_watches_has_no_letter_to_write() -> None:
    assert letters_of(pages(replace(facts(), side="", form="")).html) == []


def test_words_of_the_other_player_are_never_an_order_block() -> None:
    text = text_page(facts())
    assert "> BEGIN ORDERS 7 turn 2 red AAAA-AAAA" in text
    assert "<blockquote" in pages(facts()).html.partition("BEGIN ORDERS 7 turn 2 red AAAA")[0][-400:]
    begins = [line for line in text.splitlines() if line.startswith("BEGIN ORDERS")]
    assert begins == ["BEGIN ORDERS 7 turn 2 red 7F3K-92QX"]


def test_signs_that_steer_a_terminal_are_not_passed_on() -> None:
    told = pages(replace(facts(), chat=(("blue", "a\x1b[2Jb\u202ec"),)))
    for page in (told.text, told.html):
        assert "\x1b" not in page and "\u202e" not in page


# -- what a side may see -------------------------------------------------------------------------------


def both(hidden: str) -> Pages:
    """Red's report when Blue holds one chit or another."""
    told = facts("red")
    cards = replace(after("blue"), hands={"red": ("chit-2",), "blue": (hidden,)})
    seen = replace(GAME.view(cards, "red"), decisions=told.after.decisions)
    return pages(replace(told, after=seen))


def test_no_byte_of_a_report_depends_on_what_the_other_side_holds() -> None:
    assert both("chit-1") == both("chit-4")
    assert "Blue holds: 1 hidden" in both("chit-1").text
    assert "Chit 4" not in both("chit-4").text


def test_ones_own_draw_is_told_and_the_other_sides_is_not() -> None:
    assert "Chit of Red: drew Chit 2." in text_page(facts("red"))
    assert "chit of blue" not in text_page(facts("red"))
    assert "chit of red" not in text_page(facts("blue"))


def test_what_a_template_was_compiled_to_is_kept_for_the_next_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    compiled: list[str] = []
    page, kept = tmp_path / "page.j2", tmp_path / "kept"
    kept.mkdir()

    def shown() -> str:
        made = Environment(loader=FileSystemLoader(tmp_path), bytecode_cache=Compiled(kept))
        by_jinja = made.compile

        def compile_(source: str, name: str, file: str) -> object:
            compiled.append(source)
            return by_jinja(source, name, file)

        monkeypatch.setattr(made, "compile", compile_)
        return made.get_template(page.name).render(name="Lebus")

    page.write_text("to {{ name }}", encoding="utf-8")
    assert [shown(), shown()] == ["to Lebus"] * 2 and len(compiled) == 1
    page.write_text("at {{ name }}", encoding="utf-8")
    assert [shown(), shown()] == ["at Lebus"] * 2 and len(compiled) == 2
    (file,) = kept.iterdir()
    file.write_bytes(file.read_bytes()[:200])
    assert [shown(), shown()] == ["at Lebus"] * 2 and len(compiled) == 3


def test_nothing_of_a_sandbox_is_kept_for_the_next_process() -> None:
    assert environments._COMPILED[Environment].folder and not environments._COMPILED[Sandbox].folder


WORDS = st.lists(
    st.sampled_from(["a", "(5-2),", "Nördl.", "Oderbruch", "x" * 30, "y" * 90, "\xa0", "q\x1fr"])
)


@given(WORDS, st.sampled_from([" ", "  ", "\n"]), st.sampled_from(["", "  * ", "z" * 75]))
def test_a_paragraph_is_folded_as_the_library_folds_it(words: list[str], blank: str, first: str) -> None:
    text = blank.join(words)
    told = textwrap.fill(
        text,
        WIDTH,
        initial_indent=first,
        subsequent_indent=" " * len(first),
        break_long_words=False,
        break_on_hyphens=False,
    )
    assert fold(text, first) == told.replace("\x1f", " ")


def test_the_title_of_a_card_is_told_beside_a_line_that_does_not_name_it() -> None:
    seen = after("red")
    cards = {card: printed(card) for card in CARDS}
    with_cards = replace(facts(), after=replace(seen, roster=replace(seen.roster, cards=cards)))
    card, title = CARDS[0], cards[CARDS[0]].title
    line = f"play {card}"
    assert meanings(with_cards, BID, [line], [line]) == (title,)
    assert meanings(with_cards, BID, [line], [f"play {title}"]) == ("",)


def test_the_headings_of_a_report_begin_with_its_game_so_that_a_screen_reader_can_jump() -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])\b", pages(facts()).html)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
