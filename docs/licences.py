"""Writes docs/licences.md: what hexpost needs, under which licence. Run it when requirements.lock changes.

Each licence is what the installed package says of itself (SPDX where it does, else its classifier).
"""

import re
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "licences.md"
HEAD = """# Licences

hexpost is under the MIT licence (`LICENSE`). The fonts in `templates/fonts` have their licences
beside them. All art is hexpost's own.

These are the packages that hexpost and its extras install, at the versions of `requirements.lock`, which has
the hashes of their files. Made by `python docs/licences.py`; not edited by hand.

| Package | Version | Licence |
|---|---|---|
"""
SHORT = 60
"""A licence field longer than this is the text itself, and the classifier says it better."""


def locked() -> dict[str, str]:
    """The version of each package in requirements.lock."""
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==([^ ;\\]+)", text, re.MULTILINE))


def licence(package: str) -> str | None:
    """The licence that a package says it has; None where it is not installed here."""
    try:
        said = metadata(package)
    except PackageNotFoundError:
        return None
    field = said.get("License-Expression") or said.get("License") or ""
    classifiers = [
        one.split(" :: ")[-1] for one in said.get_all("Classifier") or () if one.startswith("License ::")
    ]
    return (
        field
        if 0 < len(field) <= SHORT and "\n" not in field
        else ", ".join(classifiers) or "see the package"
    )


def written_before() -> dict[str, str]:
    """The licences on the page as it is: for packages of other systems, which are not installed here."""
    if not PAGE.exists():
        return {}
    return dict(re.findall(r"^\| (\S+) \| \S+ \| (.+) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))


def main() -> None:
    """Write the page."""
    before = written_before()
    rows = [
        f"| {name} | {version} | {licence(name) or before.get(name, 'see the package')} |\n"
        for name, version in locked().items()
    ]
    PAGE.write_text(HEAD + "".join(rows), encoding="utf-8")


if __name__ == "__main__":
    main()
