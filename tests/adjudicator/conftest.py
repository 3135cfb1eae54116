"""The tests of a store hold for both kinds: a file of SQLite's, and a PostgreSQL database."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

import adjudicator.mail.desk
from adjudicator.mail.settings.desk_toml import TEMPLATE
from bench.postgres import Server, why_no_postgres
from bench.postgres import server as started
from tests.adjudicator import house

SLOW = frozenset(("test_store", "test_post_crash", "test_kills", "test_table"))
"""The tests of what a store promises: on PostgreSQL with the slow ones."""
LONG = frozenset((
    "test_post", "test_post_order", "test_post_several", "test_post_game", "test_held", "test_overview",
    "test_undo", "test_people", "test_timing", "test_observers", "test_backup", "test_moving",
))  # fmt: skip
"""The tests of what is done with one: on PostgreSQL before a release."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    name = metafunc.module.__name__.rpartition(".")[2]
    if name in SLOW | LONG and not metafunc.definition.get_closest_marker("of_a_file"):
        when = pytest.mark.slow if name in SLOW else pytest.mark.long
        kinds = ["", pytest.param("postgres", marks=when)]
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
    for place in (adjudicator.mail.desk, house, request.module):
        monkeypatch.setattr(place, "TEMPLATE", told, raising=False)
    return url
