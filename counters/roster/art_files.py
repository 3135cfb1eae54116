"""What a file with a piece's own picture may be called."""

from __future__ import annotations

from importlib.resources.abc import Traversable

ART_ENDINGS = (".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".tif", ".tiff", ".svg")
ART_WORDS = "a .png, .jpg, .gif, .webp, .bmp, .tif or .svg file"


def is_art(folder: Traversable, name: str) -> bool:
    """Return whether a picture lies in the game's folder under this name: a path within it, with /."""
    parts = name.split("/")
    return (
        all(part not in ("", ".", "..") and not set(part) & set("\\:") for part in parts)
        and name.lower().endswith(ART_ENDINGS)
        and folder.joinpath(*parts).is_file()
    )
