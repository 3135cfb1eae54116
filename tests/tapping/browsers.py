"""Chromium and Firefox without a window: pages opened, asked and tapped.

Chromium is driven by Playwright, Firefox by its own Marionette: JSON with its length before it.
"""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from tests.at import by_the_real_clock
from tests.browser import BROWSER

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
ARGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"]
QUIET = {
    "app.update.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "toolkit.telemetry.enabled": False,
}
needs_firefox = pytest.mark.skipif(FIREFOX is None, reason="no Firefox on this machine")
WAIT = 60.0


class ChromiumTab:
    """A page in Chromium; `wrong` is whatever went wrong in it, and what it asked of the network."""

    def __init__(self, page: Any, file: Path | str) -> None:
        self.page = page
        self.wrong: list[str] = []
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.on("console", lambda said: self.wrong.append(said.text) if said.type == "error" else None)
        at = file if isinstance(file, str) else file.as_uri()
        page.on("request", lambda asked: self.fetched(asked.url, at))
        page.goto(at)

    def fetched(self, url: str, at: str) -> None:
        """Note what is fetched beside the page itself."""
        if url[:4] == "http" and url != at and not url.endswith("/favicon.ico"):
            self.wrong.append(url)

    def ask(self, expression: str) -> Any:
        return self.page.evaluate(expression)

    def touch(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


class Chromium:
    """Chromium, open."""

    def __init__(self, browser: Any) -> None:
        self.browser = browser

    @contextmanager
    def tab(self, file: Path | str, size: tuple[int, int], **how: Any) -> Iterator[ChromiumTab]:
        """A page in a window of this size."""
        page = self.browser.new_page(viewport={"width": size[0], "height": size[1]}, **how)
        try:
            yield ChromiumTab(page, file)
        finally:
            page.close()


@contextmanager
def chromium() -> Iterator[Chromium]:
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playing:
        opened = playing.chromium.launch(executable_path=BROWSER, args=ARGS, env=by_the_real_clock())
        try:
            yield Chromium(opened)
        finally:
            opened.close()


class Firefox:
    """Firefox, open, with one page."""

    def __init__(self, line: socket.socket) -> None:
        self.line, self.number = line, 0
        self.heard()
        self.do("WebDriver:NewSession", capabilities={"alwaysMatch": {"acceptInsecureCerts": True}})

    def heard(self) -> Any:
        """What it says next."""
        length = b""
        while (sign := self.line.recv(1)) != b":":
            assert sign, "Firefox has gone"
            length += sign
        text = b""
        while len(text) < int(length):
            text += self.line.recv(int(length) - len(text))
        return json.loads(text)

    def do(self, command: str, **told: Any) -> Any:
        """Let it do something; what came of it."""
        self.number += 1
        said = json.dumps([0, self.number, command, told]).encode()
        self.line.sendall(b"%d:%s" % (len(said), said))
        _, _, wrong, found = self.heard()
        assert wrong is None, wrong
        return found

    def open(self, file: Path, size: tuple[int, int]) -> None:
        """Open a page in a window of this size."""
        self.do("WebDriver:SetWindowRect", width=size[0], height=size[1])
        self.do("WebDriver:Navigate", url=file.as_uri())

    def ask(self, expression: str) -> Any:
        return self.do("WebDriver:ExecuteScript", script=f"return ({expression})", args=[])["value"]

    def touch(self, x: float, y: float) -> None:
        move = {"type": "pointerMove", "x": round(x), "y": round(y), "duration": 0}
        press = [move, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "f", "parameters": {"pointerType": "touch"}, "actions": press}
        self.do("WebDriver:PerformActions", actions=[finger])


@contextmanager
def firefox() -> Iterator[Firefox]:
    with closing(socket.socket()) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with TemporaryDirectory() as profile:
        told = {**QUIET, "marionette.port": port}
        prefs = "".join(
            f"user_pref({json.dumps(key)}, {json.dumps(value)});\n" for key, value in told.items()
        )
        (Path(profile) / "user.js").write_text(prefs, encoding="utf-8")
        command = [str(FIREFOX), "--headless", "--marionette", "--no-remote", "--profile", profile]
        running = subprocess.Popen(
            command, env=by_the_real_clock(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        try:
            with closing(connected(port)) as line:
                yield Firefox(line)
        finally:
            running.terminate()
            running.wait(WAIT)


def connected(port: int) -> socket.socket:
    """The line to a browser that is starting."""
    until = time.monotonic() + WAIT
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), WAIT)
        except OSError:
            assert time.monotonic() < until, "Firefox did not start"
            time.sleep(0.2)
