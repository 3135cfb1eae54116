"""A board of hexes as a picture, from the ground up.

Here: `plan` says where each hex lies on the sheet; `landscape`, `ways`, `towns`, `marks`, `labels`, `printed`
and `names` draw what lies in and along them with lines grown by `curve`; `chart` the charts beside them;
`draw` all.
In: a laid out sheet. Out: ink on it.
Imports the ink, panel and layout of `maps.drawing`, not its `draw`.
"""
