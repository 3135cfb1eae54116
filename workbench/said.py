"""What the maker has said in `map/scan.toml`, which all modes read."""

from __future__ import annotations

from maps.scan.scan_file import ScanFile, read_scan_file
from workbench.project import Project

SCAN = "map/scan.toml"


def scan_of(project: Project) -> ScanFile:
    """All that is said there, nothing where there is no such file. Raises ScanError."""
    path = project.folder / SCAN
    return read_scan_file(path) if path.is_file() else ScanFile()
