"""Areas of scanned art, by a marker-controlled watershed: a picture and a click in each area become
outlines.

    seeds      the clicks, the strokes "here runs a border", and the words contact or corner, as tables
    elevation  how much every pixel looks like a border: black top-hat, gradient in Lab, ink of a colour
    pieces     the picture parted by its print, by strokes and outlines: what areas are made of
    flooding   the watershed over that elevation: clicks claim the pieces
    likeness   what parts pieces, held against borders that are known; merging over what is least like one
    contacts   the region adjacency graph: who touches whom, for how long, how well their border is printed
    arms       narrow arms of another colour than their area: opening, what it takes off, and its colours
    doubts     at most ten places to look at, each with what settles it
    trace      all of that together; a picture that was read is kept, so one more click costs little
    finding    a seed proposed for each ground that print encloses; `find_command` is hexpost map find
    growing    the areas while one clicks
    told       what options and scan.toml say; `geojson` writes the answer
    proof      the picture with outlines and numbered doubts; `page` the one on which seeds are clicked
    command    hexpost map trace

Labelled pixels become polygons in `scans.outlines`: an exact coverage, in which neighbours share their
points.
"""
