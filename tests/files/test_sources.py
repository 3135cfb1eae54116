"""What was kept is made anew when the code that made it changes, wherever in its package that code lies."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from files.sources import code_of, sources


def test_the_code_of_a_package_is_all_below_it_in_one_order(tmp_path: Path) -> None:
    package = ModuleType("package")
    package.__file__ = str(tmp_path / "__init__.py")
    for name in ("room/z.py", "b.py", "room/__init__.py", "a.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("", encoding="utf-8")
    found = [file.relative_to(tmp_path).as_posix() for file in sources(package)]
    assert found == ["b.py", "room/__init__.py", "room/z.py"]


def test_a_digest_changes_with_every_name_and_byte_and_is_read_once(tmp_path: Path) -> None:
    digests: list[bytes] = []
    for name, text in (("a.py", ""), ("a.py", "1"), ("b.py", "1")):
        package = ModuleType("package")
        package.__file__ = str(tmp_path / f"{len(digests)}" / "__init__.py")
        (tmp_path / f"{len(digests)}").mkdir()
        (tmp_path / f"{len(digests)}" / name).write_text(text, encoding="utf-8")
        digests.append(code_of(package))
    assert len(set(digests)) == 3
    (tmp_path / "2" / "b.py").write_text("2", encoding="utf-8")
    assert code_of(package) == digests[-1], "the process goes on with the code that it began with"
