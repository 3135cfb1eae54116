"""What the pieces of a game are: read from its tables, drawn, checked before print, and printed.

What comes in: `roster.csv` (or .xlsx), `markers.csv`, `cards.csv`, `style.toml` and pictures of a game's
folder. `load` reads them into the values of `counter` and `style`, with all faults at once; it draws nothing.
What goes out: pictures (`face`, `card`), sheets as PDF (`sheet`), flaws of the print (`preflight`), and the
way back from a scanned sheet (`cut`). `appearance` says what a face shows without drawing it, so that faces
can be kept (`cache`).
What it may import: `scans`, nothing else of the other packages; fonts are read from `templates` as files.
"""
