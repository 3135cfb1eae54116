"""The pages as a site: what the hook of mkdocs.yml makes of links, and that both lists of pages agree."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from docs.site_pages import MOVED, for_the_site, on_page_content, source_of
from templates.environments import environment
from tests.browser import PHONES, amiss, needs_browser
from tests.tapping.browsers import Chromium

ROOT = Path(__file__).resolve().parent.parent

CUT = """
[...[...document.querySelectorAll('.wy-table-responsive, pre, pre code')]
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => 'cut off: ' + one.textContent.trim().slice(0, 30)),
 ...[...document.querySelectorAll('p a, li a, td a')]
  .filter((one) => one.closest('[itemprop=articleBody]') && !one.matches('.headerlink')
    && !getComputedStyle(one).textDecorationLine.includes('underline'))
  .map((one) => 'told by its colour alone: ' + one.textContent)]
"""
"""What a phone cuts off without telling so; links that only a colour tells from other text (WCAG 1.4.1)."""


class Page:
    """A page of mkdocs, as far as the hook looks at it."""

    class file:
        src_uri = "orders.md"


def listed() -> dict[str, list[str]]:
    """The pages that docs/index.md lists, as the site names them, by section."""
    text = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    parts = re.split(r"^## (.+)$", text, flags=re.MULTILINE)[1:]
    found = zip(parts[::2], parts[1::2], strict=True)
    links = {name: re.findall(r"^- \[.+?\]\(([^)]+)\)", part, re.MULTILINE) for name, part in found}
    return {name: [moved(link) for link in those] for name, those in links.items()}


def moved(link: str) -> str:
    found = re.fullmatch(r"\[x\]\((.+)\)", for_the_site(f"[x]({link})", "docs/index.md"))
    assert found, link
    return found[1]


def test_the_site_has_the_sections_and_pages_that_the_list_of_pages_has() -> None:
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")[1]
    sections: dict[str, list[str]] = {}
    for line in nav.splitlines():
        if head := re.fullmatch(r"  - (.+):", line):
            sections[head[1]] = []
        else:
            sections[next(reversed(sections))].append(line.rsplit(": ", 1)[1])
    sections["Start here"].remove("pages.md")
    assert sections == listed()


def test_a_link_leads_to_the_page_of_the_site() -> None:
    assert for_the_site("[a](../CONTRIBUTING.md#style)", "docs/maps.md") == "[a](CONTRIBUTING.md#style)"
    assert for_the_site("[a](docs/maps.md), [b](docs/index.md)", "README.md") == "[a](maps.md), [b](pages.md)"
    assert for_the_site("![a](docs/symbols.png)", "README.md") == "![a](symbols.png)"


def test_a_link_to_another_file_of_the_repository_becomes_its_name() -> None:
    assert for_the_site("[LICENSE](LICENSE)", "README.md") == "LICENSE"
    assert for_the_site("[make](../Makefile)", "docs/maps.md") == "make (`Makefile`)"


def test_a_link_that_leads_nowhere_or_out_stays_as_it_is() -> None:
    for link in ("[a](nowhere.md)", "[a](https://vassalengine.org)", "[a](#here)"):
        assert for_the_site(link, "docs/maps.md") == link


def test_every_page_that_joins_the_site_is_there() -> None:
    assert [name for name in MOVED if not (ROOT / name).is_file()] == []
    assert (source_of("index.md"), source_of("maps.md")) == ("README.md", "docs/maps.md")


def test_what_shows_otherwise_than_on_a_forge_is_a_warning(caplog: pytest.LogCaptureFixture) -> None:
    on_page_content("<ul><li>good</li></ul><pre>- x\n- y\n</pre><code>- `</code>", Page())
    assert caplog.records == []
    on_page_content("<p>Text\n- a list\n- at once</p>", Page())
    on_page_content("<p><code>sh\nmsmtp\n</code></p>", Page())
    assert len(caplog.records) == 2


def test_a_bar_in_the_code_of_a_table_has_no_backslash() -> None:
    shown = on_page_content("<td><code>on\\|off</code></td><p><code>a\\|b</code></p>", Page())
    assert shown == "<td><code>on|off</code></td><p><code>a\\|b</code></p>"


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_site_has_the_colours_of_reports(name: str) -> None:
    module = environment("raceforberlin").get_template("palette.j2").module
    by_day, by_night = (ROOT / "docs" / "site.css").read_text(encoding="utf-8").split("@media", 2)[:2]
    found = re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", by_day if name == "light" else by_night)
    palette = dict(getattr(module, name))
    assert (
        len(found) > 8 and dict(found).items() <= {k.replace("_", "-"): v for k, v in palette.items()}.items()
    )


@pytest.mark.slow
@needs_browser
def test_every_page_of_the_site_is_read_with_ease_on_a_telephone(browser: Chromium, tmp_path: Path) -> None:
    build = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--site-dir", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True)
    files = [file for file in sorted(tmp_path.glob("*.html")) if file.name != "404.html"]
    assert len(files) > 25
    with browser.tab(files[0], PHONES[0]) as tab:
        for file in files:
            tab.page.goto(file.as_uri())
            assert [*amiss(tab), *tab.ask(CUT)] == [], file.name
