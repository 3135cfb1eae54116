"""Writes into each wheel and source archive its commit, so that `hexpost --version` can say it."""

import subprocess
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PLACE = "files/commit.txt"


class Commit(BuildHookInterface):  # type: ignore[type-arg]
    """Adds `files/commit.txt`, unless it is there already or the install is an editable one."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Find the commit of the folder that is built. Without git, the archive says no commit."""
        root = Path(self.root)
        if version == "editable" or (root / PLACE).exists() or not (root / ".git").exists():
            return
        commit = _git(root, "rev-parse", "--short=12", "HEAD")
        if commit:
            file = Path(mkdtemp()) / "commit.txt"
            file.write_text(commit + (", changed" if _git(root, "status", "--porcelain") else "") + "\n")
            build_data["force_include"][str(file)] = PLACE


def _git(root: Path, *words: str) -> str:
    try:
        return subprocess.run(
            ["git", *words], cwd=root, capture_output=True, text=True, check=False
        ).stdout.strip()
    except OSError:
        return ""
