"""From scanned art to an exact map: grids fitted, sheets straightened, areas traced, grounds proposed.

In comes a picture (a scan, a photo, a page of a PDF); out go centres of hexes, a straightened picture, outlines of
areas that share their borders exactly, or terrain by hex. Everything is in pixels of the picture as given. Nothing
here knows a game. It may import the rest of `maps`; numpy, scipy and shapely do the work.
"""
