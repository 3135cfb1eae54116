"""The server answers this computer and who knows the token, and nobody else with a single word."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.workbench.drawn import saved
from workbench.bench_faults import BenchError
from workbench.cli import opened
from workbench.hexes import Hexes
from workbench.serving import Serving


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    made = opened(saved(tmp_path / "scan.png"))
    made.start()
    yield made
    made.stop()


def asked(
    serving: Serving, path: str, method: str = "GET", body: str | None = None, **headers: str
) -> HTTPResponse:
    at = urlsplit(serving.address)
    line = HTTPConnection(str(at.hostname), at.port, timeout=20)
    line.request(method, path if path.startswith("/") else at.path + path, body, headers)
    return line.getresponse()


def sent(serving: Serving, path: str, told: object) -> tuple[int, Any]:
    answer = asked(serving, path, "POST", json.dumps(told), **{"Content-Type": "application/json"})
    text = answer.read()
    return answer.status, json.loads(text) if text else None


def test_another_page_than_that_of_the_folder_is_refused(tmp_path: Path) -> None:
    opened(saved(tmp_path / "scan.png")).close()
    with pytest.raises(BenchError, match=r"--page 2: .* is of page 1"):
        opened(tmp_path / "scan", page=2)


def test_a_port_that_is_taken_is_told_and_lets_go_of_the_folder(serving: Serving, tmp_path: Path) -> None:
    port = urlsplit(serving.address).port
    assert port
    with pytest.raises(BenchError, match=f"--port {port}"):
        opened(saved(tmp_path / "other.png"), port=port)
    opened(tmp_path / "other.png").close()


def test_closing_ends_the_slow_work_of_every_mode(serving: Serving) -> None:
    mode = serving.modes["hexes"]
    assert isinstance(mode, Hexes)
    mode.close()
    mode.making.begin(lambda: 1, "Straightening")
    assert mode.busy == ""


@pytest.mark.parametrize("path", ["/", "/wrong/", "/wrong/state", "/wrong/tile/0/0/0/0.jpg"])
def test_without_the_token_there_is_nothing(serving: Serving, path: str) -> None:
    answer = asked(serving, path)
    assert (answer.status, answer.read()) == (404, b"")


@pytest.mark.parametrize(
    "header", [{"Host": "evil.example"}, {"Host": "127.0.0.1"}, {"Origin": "http://evil.example"}]
)
def test_another_name_for_this_computer_is_not_answered(serving: Serving, header: dict[str, str]) -> None:
    answer = asked(serving, "state", **header)
    assert (answer.status, answer.read()) == (404, b"")


@pytest.mark.parametrize("name", ["", "page/shell.js", "page/page.css", "state"])
def test_nothing_is_fetched_from_elsewhere(serving: Serving, name: str) -> None:
    answer = asked(serving, name)
    assert answer.status == 200
    assert "default-src 'none'; script-src 'self'" in str(answer.getheader("Content-Security-Policy"))
    assert answer.getheader("Referrer-Policy") == "no-referrer"


@pytest.mark.parametrize(
    "name", ["page/../serving.py", "page/%2e%2e%2fserving.py", "page/none.js", "page/__init__.py", "nothing"]
)
def test_no_other_file_is_given_out(serving: Serving, name: str) -> None:
    assert asked(serving, name).status == 404


def test_the_state_waits_for_something_new(serving: Serving) -> None:
    number = json.loads(asked(serving, "state?since=0").read())["number"]
    told = {"on": number, "mode": "hexes", "verb": "click", "values": {"label": "0101", "x": 60, "y": 60}}
    status, state = sent(serving, "change", told)
    assert status == 200 and state["number"] > number and "no" not in state
    assert json.loads(asked(serving, f"state?since={number}").read())["hexes"]["clicks"][0]["label"] == "0101"
    status, state = sent(serving, "undo", {"on": state["number"], "mode": "hexes"})
    assert state["hexes"]["clicks"] == [] and state["redo"] == "Hex 0101"


@pytest.mark.parametrize(
    "told",
    [
        {"on": 1, "mode": "none", "verb": "click"},
        {"on": 1, "mode": "hexes", "verb": "burn", "values": {}},
        {"on": 1, "mode": "hexes", "verb": "click", "values": {"label": "0101", "x": "a", "y": None}},
        {"on": 1, "mode": "hexes", "verb": "click", "values": {"label": "\x00", "x": 1, "y": 1}},
        {"on": 1, "mode": "hexes", "verb": "click", "values": {"label": "01", "x": 1e300, "y": 1}},
        {"on": 1, "mode": "hexes", "verb": "rim", "values": {"side": "left", "by": 1}},
        {"on": 1, "mode": "hexes", "verb": "set", "values": {"key": "picture", "value": True}},
        {"on": 1, "mode": "hexes", "verb": "click", "values": []},
        {"on": 1, "mode": "terrain", "verb": "paint", "values": {"word": "x", "hexes": 5}},
        {"on": 1, "mode": "terrain", "verb": "draw", "values": {"word": "x", "sides": [5]}},
        {"on": 1, "mode": "terrain", "verb": "paint", "values": {"word": "x", "hexes": ["0101"]}},
    ],
)
def test_a_change_that_cannot_be_is_refused_with_words(serving: Serving, told: Any) -> None:
    status, state = sent(serving, "change", told)
    assert status == 200 and state["no"] and state["undo"] == ""


def test_what_is_no_change_at_all_is_refused(serving: Serving) -> None:
    assert asked(serving, "change", "POST", "[]", **{"Content-Type": "application/json"}).status == 400
    assert asked(serving, "change", "POST", "{", **{"Content-Type": "application/json"}).status == 400
    assert asked(serving, "change", "POST", "{}", **{"Content-Type": "text/plain"}).status == 400
