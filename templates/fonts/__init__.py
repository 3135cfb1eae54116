"""The fonts that come with hexpost, free to pass on: Vollkorn and Sofia Sans (SIL Open Font License), DejaVu.

Each family's licence stands beside it, and where it is from and what was done to it in ``SOURCES.txt``.
``files/typefaces.py`` says which of them is for what, and opens them: they are package data,
``importlib.resources.files("templates.fonts") / "Vollkorn-Medium.ttf"``.
"""
