"""What was kept is made anew when the code that made it changes, wherever in its package that code lies."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from files.sources import sources


def test_the_code_of_a_package_is_all_below_it_in_one_order(tmp_path: Path) -> None:
    package = ModuleType("package")
    package.__file__ = str(tmp_path / "__init__.py")
    for name in ("room/z.py", "b.py", "room/__init__.py", "a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    found = [file.relative_to(tmp_path).as_posix() for file in sources(package)]
    assert found == ["b.py", "room/__init__.py", "room/z.py"]
