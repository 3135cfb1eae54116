"""Scans of printed maps: find the hex grid, straighten the art, trace areas, propose terrain.

Comes in: a picture, read by `scans`, and what its owner knows: a few hexes, a click in each area, samples of
each terrain. Goes out: what lies where on it, how sure that is, and the art made straight. Three rooms, which
do not know each other:

    hexgrid     the grid of hexes and its labels, and the art straightened
    areas       outlines from a click in each area, and who touches whom
    terrain     what stands in each hex and on each hexside, from samples

and beside them `scan_file`, what a maker knows of a scan, as plain files that all of them read, and
`written_files`: files of theirs, written whole or not at all, and never over what they read.
"""
