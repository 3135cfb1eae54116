"""What the pieces of a game are: read from its tables, drawn, checked before print, and printed.

The rooms, from the bottom: `signs` (symbols, colours, lengths) < `roster` (the tables read) < `faces` (pieces
drawn) < `sheets` (on paper) and `preflight` (what would print badly) < `cutting` (a scanned sheet back to
pieces); `cli` is `hexpost counters`, `roster_faults` what can be wrong.
In: roster.csv (or .xlsx), markers.csv, cards.csv, style.toml and pictures of a game's folder. Out: pictures,
PDFs, flaws of the print.
It may import `scans` and `files`; fonts are read from `templates` as files.
"""
