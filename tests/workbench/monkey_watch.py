"""What must hold at the page of the workbench and in its folder, whatever somebody does there."""

from __future__ import annotations

import json
import time
from typing import Any

from files.cells import shown
from tests.tapping.browsers import ChromiumTab
from tests.workbench.bench_process import BenchProcess
from tests.workbench.monkey_kinds import Kind

_NOT_PLAIN = (
    "Errno",
    "Traceback",
    "mistake of its own",
    "Exception",
    "Error:",
    "None",
    "--",
    "sqlite",
    "NoneType",
)
"""What no answer to somebody at the page says."""
SOON = 60.0
STATE = """
async () => {
  const found = await Promise.all(bench.state.modes.map(async ({ name }) =>
    (await fetch(`state?since=0&mode=${name}`)).json()));
  const mine = found.find((one) => one.mode === bench.state.mode) ?? found[0];
  return [JSON.stringify(bench.state), JSON.stringify(mine),
    document.getElementById('busy').textContent || found.map((one) => one.working).join(""),
    document.getElementById('mistake').hidden];
}
"""


def different(one: Any, other: Any, at: str = "") -> str:
    """Where two JSON values differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        found = [different(one.get(key), other.get(key), f"{at}.{key}") for key in {**one, **other}]
        return "; ".join(filter(None, found))
    return "" if one == other else f"{at}: {str(one)[:300]} and {str(other)[:300]}"


class Broken(AssertionError):
    """Something that must hold does not."""


class Watched:
    """Open pages of a workbench that runs; what does not hold raises Broken."""

    bench: BenchProcess
    kind: Kind
    tabs: list[ChromiumTab]

    def wait(self, tab: ChromiumTab, expression: str) -> None:
        end = time.monotonic() + SOON
        while not tab.ask(f"Boolean({expression})"):
            if time.monotonic() > end:
                raise Broken(f"never: {expression}: {tab.ask('document.body.innerText')}")
            time.sleep(0.03)

    def sent_all(self, tab: ChromiumTab) -> None:
        """Wait until all changes are answered."""
        tab.page.wait_for_timeout(15)
        self.wait(tab, "window.sending === 0")

    def heard(self, tab: ChromiumTab) -> list[Any]:
        """The new answers: each says what was saved, or why not, in plain words."""
        answers = []
        for asked, status, text in tab.ask("window.heard.splice(0)"):
            try:
                answers.append(json.loads(text))
            except ValueError:
                raise Broken(f"{asked} is answered {status} {text[:300]!r}") from None
            words = answers[-1].get("no")
            if words is None and "saved" not in answers[-1]:
                raise Broken(f"{asked} is not answered: {text[:300]}")
            for one in (words, answers[-1].get("wrong") or None):
                if one is not None and (not one.strip() or any(odd in one for odd in _NOT_PLAIN)):
                    raise Broken(f"{asked} is answered: {one}")
        return answers

    def quick_look(self) -> None:
        """No error in the page, no traceback at the server, answers in plain words."""
        for tab in self.tabs:
            wrong = [one for one in tab.wrong if not one.startswith("http://127.0.0.1")]
            if "Traceback" in self.bench.said:
                raise Broken("the server has an error")
            if wrong:
                raise Broken(f"the page has errors: {wrong}")
            if not tab.ask("document.getElementById('mistake').hidden"):
                raise Broken(f"the page says {tab.ask('document.getElementById(`mistake`).textContent')}")
            self.heard(tab)

    def settled(self) -> None:
        """Wait until each tab shows what the server says, with no work left."""
        end = time.monotonic() + SOON
        for tab in self.tabs:
            while True:
                self.sent_all(tab)
                found: tuple[str, str, str, bool] = tab.page.evaluate(STATE)
                mine, told, busy, calm = found
                shown, there = json.loads(mine), json.loads(told)
                if not calm:
                    break
                if "modes" not in there:
                    raise Broken(f"the state is {told[:500]}")
                for one in (shown, there):
                    for part in ("doubts", "number", "no", "saved"):
                        one.pop(part, None)
                if shown == there and not busy and not there["working"]:
                    break
                if time.monotonic() > end:
                    where = f"tab {self.tabs.index(tab)}"
                    raise Broken(f"{where} does not show what is there: {different(shown, there)} {busy}")
                tab.page.wait_for_timeout(60)

    def look(self) -> None:
        """All that must hold between two bursts."""
        self.quick_look()
        self.settled()
        self.quick_look()
        for tab in self.tabs:
            state = tab.ask("bench.state")
            if state.get("wrong"):
                if any(odd in state["wrong"] for odd in _NOT_PLAIN):
                    raise Broken(f"the page says {state['wrong']}")
                continue
            if why := self.kind.differs(state, self.bench.folder):
                raise Broken(f"the page and the files differ: {why}")

    def is_kept(self, typed: str) -> bool:
        forms = {typed, shown(typed), typed.casefold()}
        forms |= {json.dumps(one, ensure_ascii=False)[1:-1] for one in tuple(forms)}
        forms |= {one.replace('"', '""') for one in tuple(forms)}
        said = "\n".join(raw.decode("utf-8", "replace") for raw in self.bench.files().values())
        return any(one in said for one in forms)

    def repeated(self, tab: ChromiumTab, way: str) -> None:
        """Undo or redo until there is no more."""
        while not tab.ask(f"document.getElementById('{way}').disabled"):
            tab.ask(f"document.getElementById('{way}').click()")
            self.sent_all(tab)
            if tab.ask("document.getElementById('status').classList.contains('no')"):
                raise Broken(f"{way}: {tab.ask('document.getElementById(`status`).textContent')}")
        self.settled()
        self.quick_look()
