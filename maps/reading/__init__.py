"""A map folder read: map.toml, places.csv, links.csv, courses.csv, zones.geojson, with every fault at once.

Here: `load` makes a `Board` of a folder; `tables` reads the files, `settings` and `hexsettings` hold the
form of map.toml in the words of `fields`, `hexmap`, `squaremap` and `gridmap` read grids, `courses` rivers
and ways, `geometry` the shapes, `centres` where hexes lie on a scan, `look` how facts of areas look,
`palette` the colours of a board. `country` and `chains` make tables of what a maker writes.
In: files that a maker wrote. Out: `Board`, `Geometry`, or all faults with file and line.
Imports `maps.board`, `maps.grids`.
"""
