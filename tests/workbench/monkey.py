"""Somebody who does at random what a person can do at the page of the workbench, and what must hold after it.

    python -m tests.workbench.monkey areas --seed 7 --steps 120

A seed gives the same wishes each time; what they meet depends on the moment.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from tests.tapping.browsers import Chromium, ChromiumTab
from tests.workbench.bench_process import BenchProcess
from tests.workbench.monkey_kinds import Kind
from tests.workbench.monkey_watch import SOON, Broken, Watched
from tests.workbench.test_page import DESK, ZOOMED

ODD = (
    "", " ", "Süd-Öst", 'the "Old" Town', "a, b; c", "x" * 300, "../../etc/passwd", "=cmd|' /C calc'!A0",
    "outside", "0101", "<b>bold</b>", "'", "none", "1", "-1", "#", "a=b", "new\\nline", "\u200bzero", "日本",
    "[x]", "C:\\x", "NW",
)  # fmt: skip
"""What is typed now and then in place of what was asked for."""
KEYS = (
    *"abcdefghijklmnoprstu", *"HJKLMZ", *"0123456789", "+", "-", "=", "?", "F1", "Enter", "Escape", "Delete",
    "Backspace", "Tab", "Shift+Tab", " ", "ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown",
    "Shift+ArrowLeft", "Alt+ArrowUp", "Alt+1", "Alt+2", "Alt+3", "Control+z", "Control+y", "Control+Shift+z",
)  # fmt: skip
_GONE = ("ERR_CONNECTION", "ERR_EMPTY_RESPONSE", "ERR_SOCKET", "ERR_INCOMPLETE", "ERR_CONTENT_LENGTH")
NOTE = """
window.sending = 0;
window.heard = [];
const plain = window.fetch;
window.fetch = async (path, how) => {
  if (how?.method !== 'POST') return plain(path, how);
  window.sending += 1;
  try {
    const answer = await plain(path, how), text = await answer.text();
    window.heard.push([`${path} ${how.body.slice(0, 300)}`, answer.status, text]);
    return new Response(text, answer);
  } finally { window.sending -= 1; }
};
"""
"""Notes what the page sends, and what it is answered."""
SPOT = """
(at) => {
  const box = bench.viewer.canvas.getBoundingClientRect(), [x, y] = bench.viewer.toScreen(at);
  return [box.x + x, box.y + y, x > 0 && y > 0 && x < box.width && y < box.height];
}
"""
VISIBLE = ", ".join(
    f"{one}:not([disabled]):visible"
    for one in (
        "header button",
        "#ask button",
        *(f"aside {tag}" for tag in ["button", "select", "summary", "input", "textarea"]),
    )
)


class Monkey(Watched):
    """One run from one seed; `told` is what it did, for whoever must do it again."""

    def __init__(self, browser: Chromium, kind: Kind, home: Path, seed: int) -> None:
        self.browser, self.kind, self.home, self.seed = browser, kind, home, seed
        self.drawn = random.Random(f"{kind.name} {seed}")
        self.told: list[str] = []
        self.open = ExitStack()
        self.tabs: list[ChromiumTab] = []
        words, folder = kind.prepared(home)
        self.bench = BenchProcess(words, folder)
        self.deeds: list[tuple[int, Callable[[ChromiumTab], object]]] = [
            (20, self.guided), (8, self.clicks), (7, self.drags), (2, self.drags_out), (12, self.keys),
            (10, self.buttons), (4, self.undoes), (2, self.zooms), (1, self.reloads), (2, self.edits),
            (1, self.breaks_a_file), (1, self.is_killed), (1, self.is_locked), (1, self.resizes),
            (3, self.other_tab),
        ]  # fmt: skip

    # -- the run ----------------------------------------------------------------------------------

    def run(self, steps: int) -> None:
        """Open the page, do so many things, and look; raises Broken with the seed and what was done."""
        try:
            with self.open:
                self.open.callback(self.bench.kill)
                assert self.bench.start(), self.bench.said
                self.tabs.append(self.new_tab())
                self.settled()
                self.began = self.bench.files()
                for number in range(steps):
                    self.step()
                    if number % 8 == 7:
                        self.look()
                self.look()
                self.all_the_way()
                self.by_commands()
        except Exception as fault:
            last = "\n  ".join(self.told[-25:])
            raise Broken(
                f"{self.kind.name} seed {self.seed}: {fault}\n  {last}\n{self.bench.said[-1500:]}"
            ) from fault

    def step(self) -> None:
        deed = self.drawn.choices([one for _, one in self.deeds], [much for much, _ in self.deeds])[0]
        tab = self.drawn.choice(self.tabs)
        self.tell(f"{deed.__name__} in tab {self.tabs.index(tab)}")
        deed(tab)
        if self.drawn.random() < 0.85:
            self.answered(tab)
        self.quick_look()

    def tell(self, words: str) -> None:
        self.told.append(words)

    def new_tab(self) -> ChromiumTab:
        tab = self.open.enter_context(self.browser.tab("about:blank", DESK))
        tab.page.set_default_timeout(SOON * 1000)
        tab.page.add_init_script(NOTE)
        tab.page.goto(f"{self.bench.address}#{self.kind.mode}")
        self.shown(tab)
        return tab

    def shown(self, tab: ChromiumTab) -> None:
        self.wait(
            tab,
            "window.bench && bench.state.modes.length && (bench.viewer.picture || bench.state.picture.wrong)",
        )

    # -- what is done -----------------------------------------------------------------------------

    def text(self, asked: str = "") -> str:
        """What is typed: mostly what is meant."""
        if self.drawn.random() < 0.35:
            return self.drawn.choice(ODD)
        return asked or self.drawn.choice(self.kind.names)

    def place(self, tab: ChromiumTab) -> tuple[float, float]:
        """A place on the canvas."""
        left, top, wide, high = tab.ask(
            "((box) => [box.x, box.y, box.width, box.height])(bench.viewer.canvas.getBoundingClientRect())"
        )
        return left + wide * self.drawn.random(), top + high * self.drawn.random()

    def spot(self, tab: ChromiumTab, at: tuple[float, float]) -> tuple[float, float] | None:
        """Where a place of the picture is in the window; None where it is out of sight."""
        x, y, seen = tab.ask(f"({SPOT})({list(at)})")
        return (x, y) if seen else None

    def guided(self, tab: ChromiumTab) -> None:
        """What the mode is for."""
        name, at = self.drawn.choice(self.kind.places)
        spot = self.spot(tab, at)
        if spot is None:
            tab.page.keyboard.press("0")
            return
        self.tell(f"  clicks {name} at {spot[0]:.0f}, {spot[1]:.0f}")
        tab.touch(*spot)
        self.answered(tab, name)

    def answered(self, tab: ChromiumTab, name: str = "") -> None:
        """Answer what the page asks."""
        for _ in range(self.drawn.choice((1, 1, 3))):
            tab.page.wait_for_timeout(30)
            if not tab.ask("document.getElementById('ask').hidden === false"):
                return
            if self.drawn.random() < 0.12:
                tab.page.keyboard.press("Escape")
                continue
            text = name if name and self.drawn.random() < 0.8 else self.text(name)
            self.tell(
                f"  types {text[:40]!r} for {tab.ask('document.getElementById(`question`).textContent')!r}"
            )
            self.types(tab, text)

    def types(self, tab: ChromiumTab, text: str) -> None:
        """Answer; what was typed is in the files, or the page says why not."""
        before = tab.ask("document.getElementById('answer').value")
        self.heard(tab)
        tab.page.locator("#answer").fill(text)
        tab.page.keyboard.press("Enter")
        self.sent_all(tab)
        typed = " ".join(text.split())
        if not typed or typed == before:
            return
        came = self.heard(tab)
        status = tab.ask("document.getElementById('status').textContent")
        if not came and not tab.ask("document.getElementById('status').classList.contains('no')"):
            self.tell(f"  nothing was sent; the page says {status!r}")
        for told in came[-1:]:
            if told.get("saved") and not self.is_kept(typed):
                raise Broken(f"typed {typed!r}, and the page says {status!r}, but no file has it")

    def clicks(self, tab: ChromiumTab) -> None:
        x, y = self.place(tab)
        how = self.drawn.choice(("left", "left", "left", "right", "middle"))
        held = self.drawn.choice((None, None, None, "Shift", "Control"))
        if held:
            tab.page.keyboard.down(held)
        for _ in range(self.drawn.choice((1, 1, 1, 2))):
            tab.page.mouse.click(x, y, button=how)
        if held:
            tab.page.keyboard.up(held)

    def drags(self, tab: ChromiumTab) -> None:
        """Drag, perhaps with a key pressed on the path."""
        mouse, begins = tab.page.mouse, self.place(tab)
        if self.drawn.random() < 0.5:
            begins = self.spot(tab, self.drawn.choice(self.kind.places)[1]) or begins
        path = [begins, *(self.place(tab) for _ in range(self.drawn.choice((1, 2, 4))))]
        if self.drawn.random() < 0.3:
            path.append((begins[0] + 2, begins[1] + 2))
        mouse.move(*path[0])
        mouse.down(button=self.drawn.choice(("left", "left", "left", "right")))
        for one in path[1:]:
            mouse.move(*one, steps=4)
            if self.drawn.random() < 0.1:
                tab.page.keyboard.press(self.drawn.choice(KEYS))
        for how in ("left", "right"):
            mouse.up(button=how)

    def drags_out(self, tab: ChromiumTab) -> None:
        """Drag beyond the picture and the window, and let go there."""
        mouse = tab.page.mouse
        mouse.move(*self.place(tab))
        mouse.down()
        mouse.move(*self.place(tab), steps=3)
        mouse.move(self.drawn.choice((-50, 300, 5000)), self.drawn.choice((-50, 3000)), steps=3)
        mouse.up()

    def keys(self, tab: ChromiumTab) -> None:
        for _ in range(self.drawn.choice((1, 2, 5))):
            key = self.drawn.choice(KEYS)
            self.tell(f"  presses {key}")
            tab.page.keyboard.press(key)
        if tab.ask("document.getElementById('keys').open"):
            tab.page.keyboard.press("Escape")

    def buttons(self, tab: ChromiumTab) -> None:
        """Press a button, tick a box, choose from a list, fill a field."""
        count = tab.page.locator(VISIBLE).count()
        if not count:
            return
        one = tab.page.locator(VISIBLE).nth(self.drawn.randrange(count))
        try:
            kind = one.evaluate("(one) => one.tagName + (one.type ?? '')", timeout=900)
            words = one.evaluate("(one) => one.getAttribute(`aria-label`) || one.textContent", timeout=900)
            self.tell(f"  uses {kind} {words!r}")
            if kind.startswith("SELECT"):
                one.select_option(index=self.drawn.randrange(one.locator("option").count()), timeout=900)
            elif kind in ("INPUTtext", "TEXTAREAtextarea"):
                one.fill(self.text(), timeout=900)
                tab.page.keyboard.press("Enter")
            else:
                one.click(timeout=900)
        except Exception as fault:  # it is gone or covered by now
            if "Timeout" not in str(fault) and "not attached" not in str(fault):
                raise

    def undoes(self, tab: ChromiumTab) -> None:
        """Undo and redo in bursts."""
        for _ in range(self.drawn.choice((1, 3, 12))):
            tab.page.keyboard.press(self.drawn.choice(("Control+z", "Control+z", "Control+y")))

    def zooms(self, tab: ChromiumTab) -> None:
        tab.page.mouse.move(*self.place(tab))
        tab.page.mouse.wheel(0, self.drawn.choice((-900, -200, 200, 900)))

    def resizes(self, tab: ChromiumTab) -> None:
        wide, high = self.drawn.choice((DESK, ZOOMED))
        tab.page.set_viewport_size({"width": wide, "height": high})

    def reloads(self, tab: ChromiumTab) -> None:
        tab.page.reload()
        self.shown(tab)

    def other_tab(self, tab: ChromiumTab) -> None:
        """A second tab, opened, or its mode changed."""
        if len(self.tabs) < 2:
            self.tabs.append(self.new_tab())
        elif tab.ask("bench.state.modes.length > 1"):
            mode = self.drawn.choice(tab.ask("bench.state.modes.map((one) => one.name)"))
            self.tell(f"  goes to {mode}")
            tab.ask(f"location.hash = {mode!r}")

    # -- what is done to the files and the process ------------------------------------------------

    def edits(self, tab: ChromiumTab) -> None:
        """Edit a file in a text editor as its format allows."""
        name, text = self.kind.edited(self.drawn, self.bench.folder)
        self.tell(f"  writes {name}: {text[-60:]!r}")
        self.write(name, text.encode())

    def breaks_a_file(self, tab: ChromiumTab) -> None:
        """Write nonsense into a file, look at the page, and mend it, mostly."""
        name = self.drawn.choice(self.kind.files)
        path = self.bench.folder / name
        held = path.read_bytes() if path.is_file() else None
        broken = self.drawn.choice((
            b"\xff\xfe\x00no", b'a,"b\nc', b"", b"[x\ny = = 3\n", b"label,x,y\n0101,nan,\n", b"name\n\n\n",
            b"\0", b"name,x,y\nA,1e999,-5\n", b'\xef\xbb\xbf[hexes]\r\ncolumns = "many"\r\n', b"id\nid\n",
        ))  # fmt: skip
        self.tell(f"  breaks {name}: {broken!r}")
        self.write(name, broken)
        self.settled()
        if self.drawn.random() < 0.5:
            self.answered(tab)
            self.buttons(tab)
            self.settled()
        if self.drawn.random() < 0.5:
            self.undoes(tab)
        self.sent_all(tab)
        if held is None:
            path.unlink(missing_ok=True)
        else:
            self.write(name, held)

    def write(self, name: str, raw: bytes) -> None:
        path = self.bench.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(raw)

    def is_killed(self, tab: ChromiumTab) -> None:
        """The process ends at once, perhaps in the middle of something, and is started again."""
        if self.drawn.random() < 0.5:
            tab.page.keyboard.press(self.drawn.choice(KEYS))
        self.bench.kill()
        if self.drawn.random() < 0.5:
            self.keys(tab)
        tab.page.wait_for_timeout(200)
        assert self.bench.start(), self.bench.said
        for one in self.tabs:
            one.page.goto(f"{self.bench.address}#{self.kind.mode}")
            one.wrong = [wrong for wrong in one.wrong if not any(gone in wrong for gone in _GONE)]
            self.shown(one)

    def is_locked(self, tab: ChromiumTab) -> None:
        """The folder cannot be written for a moment."""
        with self.bench.locked():
            for _ in range(3):
                deed = self.drawn.choice((self.guided, self.undoes, self.keys, self.buttons, self.drags))
                self.tell(f"  locked: {deed.__name__}")
                deed(tab)
                self.answered(tab)
                self.sent_all(tab)

    # -- what must hold ---------------------------------------------------------------------------

    def all_the_way(self) -> None:
        """Undo everything, redo everything, reload."""
        tab = self.tabs[0]
        tab.page.keyboard.press("Escape")
        self.settled()
        self.repeated(tab, "redo")
        for way, wanted in (("undo", self.began), ("redo", self.bench.files())):
            self.repeated(tab, way)
            if (found := self.bench.files()) != wanted:
                names = [one for one in {*found, *wanted} if found.get(one) != wanted.get(one)]
                one = names[0]
                raise Broken(
                    f"after {way} of everything {names} differ: {found.get(one)!r}, not {wanted.get(one)!r}"
                )
        self.reloads(tab)
        self.look()

    def by_commands(self) -> None:
        """The commands read what the page wrote."""
        asked = f"fetch('state?since=0&mode={self.kind.mode}').then((one) => one.json())"
        if not self.tabs[0].ask(asked)["wrong"] and (why := self.kind.read(self.bench.folder)):
            raise Broken(why)
        self.quick_look()


def main() -> None:
    import argparse
    import tempfile

    from tests.tapping.browsers import chromium
    from tests.workbench.monkey_kinds import KINDS

    told = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    told.add_argument("kind", choices=KINDS)
    told.add_argument("--seed", type=int, default=1)
    told.add_argument("--seeds", type=int, default=1)
    told.add_argument("--steps", type=int, default=80)
    asked = told.parse_args()
    with chromium() as browser:
        for seed in range(asked.seed, asked.seed + asked.seeds):
            begun = time.monotonic()
            with tempfile.TemporaryDirectory() as home:
                try:
                    Monkey(browser, KINDS[asked.kind], Path(home), seed).run(asked.steps)
                    print(
                        f"{asked.kind} seed {seed}: nothing broke in {time.monotonic() - begun:.0f} s",
                        flush=True,
                    )
                except Broken as wrong:
                    print(f"BROKEN {wrong}\n", flush=True)


if __name__ == "__main__":
    main()
