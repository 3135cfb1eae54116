"""A list of orders stands once in an email: in the form, where the player fills it in."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from adjudicator.catalogue import game_names
from adjudicator.mail.desk.table import Table
from adjudicator.wording.order_words import not_in_form
from tests.adjudicator.house import House, text_of
from tests.cases import one_quick

ANNA = "anna@example.org"
FORM = re.compile(r"(?ms)^BEGIN ORDERS.*?^END ORDERS$")


def twice(text: str) -> list[str]:
    """The orders of a form that the same email has outside it, each on a line of its own."""
    form, others = FORM.search(text), FORM.sub("", text)
    assert form is not None
    offered = [line[2:].partition("  # ")[0].strip() for line in form[0].splitlines() if line[:2] == "# "]
    queued = [line[5:].strip() for line in form[0].splitlines() if line[:5] == "##   "]
    told = {re.split(r"\s+# ", line.strip())[0] for line in others.splitlines()}
    told -= {line.partition("  ")[2].strip() for line in others.splitlines() if re.match(r" *\d+  ", line)}
    return sorted(told & {*offered, *queued} - {"accept"})


@pytest.mark.parametrize("name", one_quick(game_names()))
def test_no_report_and_no_answer_repeats_the_orders_of_its_form(tmp_path: Path, name: str) -> None:
    house = House(tmp_path, name, pictures=False)
    seen = 0
    for _ in range(4):
        with house.desk.store() as store:
            table = Table(store, 1)
            asked = table.state.waiting()[0]
            orders = table.game.players()["random"](table.state, asked, Random(1))
        for lines, kind in ((orders, "CHECK"), (("nonsense",), "ORDERS"), (("as is", *orders), "ORDERS")):
            house.write(asked.player, *lines, kind=kind)
            house.post()
    for mail in house.mails():
        text = text_of(mail)
        if FORM.search(text):
            assert twice(text) == [], text
            seen += 1
    assert seen > 4


def test_the_orders_that_wait_stand_once(tmp_path: Path) -> None:
    house = House(tmp_path, "koenigsberg45", pictures=False)
    house.write("german", "ready")
    house.write("soviet", "ready")
    house.post()
    house.write("german", "barage 4211", "pass", "activate HQ 27", "done combat")
    house.post()
    answer = house.last(ANNA)
    assert "so this order is on hold:" in answer and "##   activate HQ 27" in answer
    assert "##   pass" not in answer
    assert answer.count("##   activate HQ 27") == 1
    assert "... and 21 more\n        Answer by" in answer


def test_queued_orders_of_which_an_answer_tells_nothing_are_in_its_form(tmp_path: Path) -> None:
    house = House(tmp_path, "koenigsberg45", pictures=False)
    house.write("german", "ready")
    house.write("soviet", "ready")
    house.post()
    house.write("german", "activate HQ 27")
    house.post()
    assert house.last(ANNA).count("##   activate HQ 27") == 1


def test_what_the_form_leaves_out_stands_above_it() -> None:
    form = "BEGIN ORDERS\n# pass\n# go west  # a road\n# move A to ...  # b; c and 2 more\n## pass away\nEND"
    assert not_in_form(form, ("pass", "go west", "move A to z"), closed=False) == ()
    assert not_in_form(form, ("pass", "go east"), closed=False) == ("go east",)
    assert not_in_form(form, ("pass", "move A to z"), closed=True) == ("pass", "move A to z")
    assert not_in_form(form.replace(" and 2 more", ""), ("pass", "move A to c"), closed=True) == ()
    assert not_in_form(form, ("pass\ngo west", "pass\ngo east"), closed=False) == ("pass\ngo east",)
    assert not_in_form("", ("pass",), closed=True) == ("pass",)
