"""One module of Race for Berlin, built once: drawing its board takes a few seconds."""

from __future__ import annotations

import zipfile
from pathlib import Path
from xml.etree.ElementTree import Element

import defusedxml.ElementTree
import pytest

from builder.module.module import build_module
from builder.module.parts import Parts, gather


@pytest.fixture(scope="session")
def parts() -> Parts:
    return gather("raceforberlin")


@pytest.fixture(scope="session")
def vmod(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_module("raceforberlin", tmp_path_factory.mktemp("module") / "raceforberlin.vmod")


@pytest.fixture(scope="session")
def entries(vmod: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(vmod) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="session")
def build_file(entries: dict[str, bytes]) -> Element:
    root: Element = defusedxml.ElementTree.fromstring(entries["buildFile.xml"])
    return root
