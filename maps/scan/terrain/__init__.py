"""Terrain proposed from a scan, by samples that the user names.

Comes in: RGB art, the centre of every hex in pixels, three hexes for each terrain, and what the user says of
hexsides. Goes out: a proposal for every hex, each sure or to be looked at. Only what is sure, or was looked
at, is written into the map. The way through the modules:

    closeups    hexes cut out, light evened, in CIE Lab
    measures    each as numbers: colour, local binary patterns
    grounds     the nearest sample, and Lowe's ratio test of how sure that is
    proposals   what is proposed, and what the user says against it
    files       centres, samples, corrections and tables      writing    proposals put into a map
    review      every one of them as a picture                command    `hexpost map classify`

On six real boards of one house style, clean and spoiled, 95 to 99 of 100 hexes were right; the plain nearest
sample, by mean and deviation of colour, had 84 to 99. What runs along hexsides is drawn, not proposed: half
of what was found there was not there.
"""
