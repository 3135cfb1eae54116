"""A maker who knows the truth clicks on the page in Chromium until every hex of a crooked photo is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.hex_maker import made
from bench.scans.tutorial import crooked
from tests.browser import needs_browser
from tests.tapping.browsers import Chromium


@needs_browser
@pytest.mark.slow
def test_every_hex_of_a_crooked_photo_is_right_in_at_most_eight_clicks(
    browser: Chromium, tmp_path: Path
) -> None:
    scan = crooked()
    picture = tmp_path / "photo.png"
    scan.image.save(picture)
    cells = {label: (int(label[:2]), int(label[2:])) for label in scan.centres}
    tried = made(browser.browser, picture, scan.centres, cells)
    assert tried.right
    assert tried.clicks <= 8
