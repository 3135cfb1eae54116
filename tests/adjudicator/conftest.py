"""The tests of a store hold for both kinds: a file of SQLite's, and a PostgreSQL database (slow)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import adjudicator.desk
from adjudicator.desk.settings import TEMPLATE
from tests.adjudicator import house
from tests.postgres import Server, why_no_postgres
from tests.postgres import server as started

BOTH = frozenset((
    "test_store", "test_post", "test_post_crash", "test_post_order", "test_post_several", "test_post_game",
    "test_kills", "test_held", "test_table", "test_overview", "test_undo", "test_people", "test_timing",
    "test_backup", "test_moving", "test_observers",
))  # fmt: skip


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    of_a_file = metafunc.definition.get_closest_marker("of_a_file")
    if metafunc.module.__name__.rpartition(".")[2] in BOTH and not of_a_file:
        kinds = ["", pytest.param("postgres", marks=pytest.mark.slow)]
        metafunc.parametrize("database", kinds, indirect=True, ids=lambda kind: kind or "file")


@pytest.fixture(scope="session")
def postgres() -> Iterator[Server]:
    """A PostgreSQL server."""
    if why_no_postgres():
        pytest.skip(why_no_postgres())
    with started() as server:
        yield server


@pytest.fixture(autouse=True)
def database(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the desks of a test are kept: in files (""), or in an empty database."""
    if not getattr(request, "param", ""):
        return ""
    server: Server = request.getfixturevalue("postgres")
    url = server.schema("of_a_test")
    told = f"{TEMPLATE}\n[store]\ndatabase = {json.dumps(url)}\n"
    for place in (adjudicator.desk, house, request.module):
        monkeypatch.setattr(place, "TEMPLATE", told, raising=False)
    return url
