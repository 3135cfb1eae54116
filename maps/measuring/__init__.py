"""What is where on a board: the space under a point, room for rectangles in a space, how far and what
between.

Here: `space_finder` (points to spaces), `room` (rectangles that lie wholly inside), `measure` with its
`command`.
In: a board and its geometry. Out: spaces, places, distances.
Imports `maps.reading`, `maps.board`, `maps.grids`.
"""
