"""A board of hexes as a picture, from the ground up.

Here: `plan` says where each hex lies on the sheet. `landscape`, `relief`, `gullies`, `growth`, `tilled`,
`shores`, `rivers`, `streets`, `city`, `square` and `works` draw the ground. `ways` (laid by `routes`),
`towns` and `fronts` are drawn on it; `bends` takes the zigzag of hexes out of coasts, rims and fronts.
`spots` and `marks` are for what is printed in hexes, `lettering` places names, those of rivers `along` them,
and `printed` prints numbers; `labels` draws frame and compass, `chart` the charts beside the map; `draw`
all.
In: a laid out sheet. Out: ink on it.
Imports the ink, panel and layout of `maps.drawing`, not its `draw`.
"""
