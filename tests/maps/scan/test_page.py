"""The page of seeds, in a real browser: what is clicked on it is what it saves."""

from __future__ import annotations

import csv
import html
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from PIL import Image
from shapely.geometry import box

from maps.scan.areas.page import page
from maps.scan.areas.seeds import Seed
from tests.at import by_the_real_clock

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--window-size=800,700", "--virtual-time-budget=2000",
]  # fmt: skip
DRIVE = """<script>
const at = (x, y) => { const box = svg.getBoundingClientRect();
  return { clientX: box.left + x * zoom, clientY: box.top + y * zoom, bubbles: true, buttons: 1 }; };
const click = (x, y) => svg.dispatchEvent(new MouseEvent("click", at(x, y)));
const name = text => { by("name").value = text; by("name").oninput(); };
const press = id => by(id).click();
%s
document.body.innerHTML = "<pre>" + table().replaceAll("&", "&amp;").replaceAll("<", "&lt;") + "</pre><i>"
  + said + "</i>";
</script>"""

in_a_browser = pytest.mark.skipif(BROWSER is None, reason="no Chromium on this machine")


Marks = Sequence[Seed | tuple[str, float, float]]


def blank(seeds: Marks, doubts: Sequence[tuple[str, float, float]] = ()) -> str:
    lines = [[(1.0, 2.0), (3.0, 4.5)]] if seeds else []
    named = [Seed(*seed) if isinstance(seed, tuple) else seed for seed in seeds]
    return page(
        Image.new("RGB", (400, 300), "#ddddcc"), "Map", named, lines, {"A": box(9, 9, 90, 90)}, doubts
    )


def driven(tmp_path: Path, text: str, script: str) -> tuple[list[dict[str, str]], str]:
    """The table the page would save after a script, and what the page said last."""
    file = tmp_path / "page.html"
    file.write_text(text.replace("</body>", DRIVE % f"let said = ''; {script}" + "</body>"), encoding="utf-8")
    command = [str(BROWSER), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", "--dump-dom", file.as_uri()]
    run = subprocess.run(command, capture_output=True, timeout=60, check=True, env=by_the_real_clock())
    found = re.search("<pre>(.*)</pre><i>(.*)</i>", run.stdout.decode(), re.DOTALL)
    assert found, run.stdout.decode()[-2000:]
    return list(csv.DictReader(html.unescape(found[1]).splitlines())), found[2]


@pytest.mark.slow
@in_a_browser
def test_a_click_adds_a_seed_and_two_more_a_stroke(tmp_path: Path) -> None:
    script = """click(50, 60); name("Berg, am See"); click(200, 100); name("<b>Tal</b>");
    document.querySelector("[data-mode=stroke]").click(); click(100, 20); click(100, 250); press("end");"""
    rows, _ = driven(tmp_path, blank([]), script)
    assert [row["name"] for row in rows[:2]] == ["Berg, am See", "<b>Tal</b>"]
    places = [float(row[side]) for row in rows[:2] for side in "xy"]
    assert places == pytest.approx([50, 60, 200, 100], abs=1)
    (one, other) = (point.split(",") for point in rows[2]["line"].split())
    assert [float(part) for part in (*one, *other)] == pytest.approx([100, 20, 100, 250], abs=1)


@pytest.mark.slow
@in_a_browser
def test_seeds_are_moved_renamed_and_taken_away(tmp_path: Path) -> None:
    script = """const [first, second] = svg.querySelectorAll("circle.seed");
    first.dispatchEvent(new PointerEvent("pointerdown", at(50, 60)));
    svg.dispatchEvent(new PointerEvent("pointermove", at(80, 90))); name("Alm");
    svg.querySelectorAll("circle.seed")[1].dispatchEvent(new PointerEvent("pointerdown", at(5, 6)));
    press("away");"""
    rows, _ = driven(tmp_path, blank([("Berg", 50, 60), ("Tal", 200, 100)]), script)
    assert [row["name"] for row in rows] == ["Alm", ""]
    assert float(rows[0]["x"]) == pytest.approx(80, abs=1)
    assert [row["line"] for row in rows if row["line"]] == ["1,2 3,4.5"]


@pytest.mark.slow
@in_a_browser
def test_ground_that_was_drawn_over_is_kept_and_moves_with_its_seed(tmp_path: Path) -> None:
    script = """svg.querySelector("circle.seed").dispatchEvent(new PointerEvent("pointerdown", at(50, 60)));
    svg.dispatchEvent(new PointerEvent("pointermove", at(80, 90)));"""
    rows, _ = driven(tmp_path, blank([Seed("Berg", 50, 60, along=((50, 60), (70, 60)))]), script)
    (one, other) = (point.split(",") for point in rows[0]["line"].split())
    assert [float(part) for part in (*one, *other)] == pytest.approx([80, 90, 100, 90], abs=1)


@pytest.mark.slow
@in_a_browser
def test_a_seed_without_a_name_is_not_saved_but_told(tmp_path: Path) -> None:
    script = """click(50, 60); press("save"); said = by("told").textContent + by("told").className;"""
    assert driven(tmp_path, blank([]), script)[1].startswith("One seed has no name")


@pytest.mark.slow
@in_a_browser
def test_doubts_are_listed_and_no_name_can_do_anything(tmp_path: Path) -> None:
    bad = "</script><script>document.title = 'gone'</script>"
    text = blank([(bad, 50, 60)], [(f"{bad} and B", 10, 20)])
    script = """said = document.title + " " + document.querySelectorAll("#doubts li").length"""
    rows, said = driven(tmp_path, text, script)
    assert (rows[0]["name"], said) == (bad, "Map 1")


def test_the_page_asks_nobody_for_anything() -> None:
    text = blank([("Berg", 50, 60)])
    assert "default-src 'none'" in text
    assert not re.search(r"""(?:src|href|action)\s*=\s*["'](?!data:)""", text.replace("facts.picture", ""))
