"""A board as a picture, in millimetres of its sheet.

Here: `sheet` lays the map on paper (`warp` gives each zone room, `art` puts a maker's own picture there);
`draw` draws it with `ink`, `lettering` and `figures`: `land`, `blocks`, `relief`, `shades`, `water`,
`courses`, `links`, `front`, `emblems`, `panel`, `corners`; `layout` and `clearance` find where headings and
counters lie, `placing` where names do; `curve` bends lines. Squares: `squaredraw`; hexes: the room `hexes`.
In: a game's map folder. Out: a Pillow image, and where counters may lie on it.
Imports `maps.measuring`, `maps.reading`, `maps.grids`.
"""
