"""Counters on paper: imposition, cut marks, backs behind fronts, calibration.

Here: `sheet` writes the PDF, `imposition` lays pieces on pages that `page` draws with `marks`; `cover`,
`calibration` and `printers_file` bring backs behind fronts; `sheet_templates` are of dies, `registration` of
cutting machines; `inks` are a press's, `tuck_box` is a box for cards; `options`, `choices`, `printing` and
`progress` are what is typed and shown.
In: a roster and wishes about paper. Out: PDF, the same bytes each time.
Imports `counters.faces`, `counters.roster`, `counters.signs`.
"""
