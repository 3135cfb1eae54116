"""Who starts over: what waits is dropped, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from adjudicator.waiting_lines import kept_in
from tests.adjudicator.house import House, text_of, verdicts

ANNA = "anna@example.org"


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path, pictures=False).both_bid()


def test_who_starts_over_has_all_earlier_lines_dropped(house: House) -> None:
    house.write("red", "mvoe R2 birch", "move R1 birch", "done")
    house.post()
    house.write("red", "start over", "move R2 birch")
    house.post()
    answer = next(text for text in map(text_of, house.mails(ANNA)[::-1]) if "start over" in text)
    assert verdicts(answer)[:2] == ["done", "done"]
    assert "OK: dropped: mvoe R2 birch; done" in " ".join(answer.split())
    assert "done NOT USED: you started over" in " ".join(house.last(ANNA).split())
    with house.desk.store() as store:
        assert kept_in(house.table(store).state, "red") == ()


def test_who_has_nothing_waiting_starts_nothing_over(house: House) -> None:
    house.write("red", "start over")
    house.post()
    assert "NOT USED: none of your earlier orders is waiting" in text_of(house.mails(ANNA)[-1])


def test_a_letter_that_starts_over_takes_the_place_of_the_one_before_it_in_a_run(house: House) -> None:
    house.write("red", "move R1 birch", "done")
    house.write("red", "start over")
    rows = [one.row for one in house.post().letters]
    assert rows[0] == "replaced"
