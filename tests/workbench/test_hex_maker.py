"""A maker who knows the truth clicks on the page in Chromium until every hex of a crooked photo is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hex_maker import made
from bench.scans.tutorial import crooked
from tests.at import by_the_real_clock
from tests.browser import BROWSER, needs_browser
from tests.tapping.browsers import ARGS


@needs_browser
@pytest.mark.slow
def test_every_hex_of_a_crooked_photo_is_right_in_at_most_eight_clicks(tmp_path: Path) -> None:
    sync = pytest.importorskip("playwright.sync_api")
    scan = crooked()
    picture = tmp_path / "photo.png"
    scan.image.save(picture)
    cells = {label: (int(label[:2]), int(label[2:])) for label in scan.centres}
    with sync.sync_playwright() as playing:
        browser = playing.chromium.launch(executable_path=BROWSER, args=ARGS, env=by_the_real_clock())
        tried = made(browser, picture, scan.centres, cells)
        browser.close()
    assert tried.right
    assert tried.clicks <= 8
