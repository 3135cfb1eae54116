"""Scans that nobody had to make: boards are drawn, damaged as scanners do it, and the truth is kept beside.

`boards`, `country` and `featured` draw hexes; `areas` draws areas. `simulator` scans what was drawn. `sheets`
and `areasheets` do all of it by a number, always alike. `score` and `areascore` hold what was found against
the truth. The tests take their scans from here, too; nothing here is taken from the tests.
"""
