"""The fonts that come with hexpost: DejaVu, free to pass on (LICENSE.txt), with all Latin letters of Europe.

Maps and counters import neither each other nor the pages; they find these files as package data:
``importlib.resources.files("templates.fonts") / "DejaVuSans.ttf"``.
"""
