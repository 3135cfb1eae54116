"""What the pieces of a game are: roster.csv (or .xlsx), markers.csv, cards.csv, style.toml, with all faults
at once.

Here: `load` makes a `Roster` of a folder; `counter`, `style` and `slot` are its values, `table`, `workbook`,
`toml_file`, `style_file`, `layout_file` and `art_files` read the files, `numbers` what stands in cells;
`subset` chooses pieces in words, `manifest` counts.
In: tables that a maker wrote. Out: `Roster`, or every fault with file and line. Nothing is drawn.
Imports `counters.roster_faults`, `counters.signs`.
"""
