"""docs/scans.md: its commands run, its picture is ours, and what it says comes out."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maps.cli import app

from .tutorial import crooked

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "scans.md").read_text(encoding="utf-8")
SCAN = ROOT / "docs" / "pictures" / "crooked-scan.jpg"


def commands() -> list[list[str]]:
    blocks = re.findall(r"```console\n(.*?)```", PAGE, re.DOTALL)
    return [
        shlex.split(line)[3:] for block in blocks for line in re.findall(r"^\$ hexpost map .*$", block, re.M)
    ]


@pytest.mark.parametrize("n", range(3))
def test_the_commands_of_the_page_say_what_it_says(
    n: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    words = [str(ROOT / word) if word.startswith("docs/") else word for word in commands()[n]]
    result = CliRunner().invoke(app, words)
    assert result.exit_code == 0, result.exception
    assert "24 columns and 18 rows of hexes with flat tops, 0101 to 2418" in result.stderr
    made = {word for word in words if word.endswith((".png", ".csv"))}
    assert made <= {path.name for path in tmp_path.iterdir()}


def test_the_page_has_three_commands_and_a_small_picture() -> None:
    assert [words[0] for words in commands()] == ["fit", "fit", "straighten"]
    assert SCAN.stat().st_size < 1_500_000


def test_the_hexes_of_the_page_are_where_it_says() -> None:
    centres = crooked().centres
    for label, x, y in re.findall(r"--hex (\w+)=(\d+),(\d+)", PAGE):
        assert centres[label] == pytest.approx((int(x), int(y)), abs=1)
