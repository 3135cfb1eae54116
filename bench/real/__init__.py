"""Measured on maps that are not ours: `python -m bench --real DIR`.

`DIR` holds pictures of published maps beside their truth, made by `python -m bench.real.making`:

    DIR/hexes/NAME/  clean.png flat.jpg phone.jpg truth.json
    DIR/areas/NAME/  clean.png flat.jpg phone.jpg truth.json

`clean.png` is the art as it was published, `flat.jpg` how a flatbed would see it, `phone.jpg` how a phone
would. Every `truth.json` says for each of its pictures, in that picture's pixels (x to the right, y down),
where each hex has its centre, or which ground each area covers and where a person would click it.

Which maps they are stands in `sources.csv`: the public repository, the file with the grid or the outlines,
the part that is used, and which maps of areas are held back: only a map at which nobody looked tells what a
mend is worth to others. To get them, fetch each repository with git to CLONES/OWNER/NAME (a bare clone will
do) and say `python -m bench.real.making CLONES DIR`. Nothing of them is kept here: the art is its makers'.
Boards are left out whose printed hexes lie more than some parts in a hundred of a hex beside the grid that
is stated.

What is measured is what a person has: the commands. Clicks on hexes miss by 3 % of a hex; clicks into areas
lie in the middle of each part, and on paper and table there is one for `outside`. Strokes, one for ten
areas at most, go along the true borders between the areas that took most of each other's ground. Pairs that
meet at a near corner (`open` in truth.json) count neither way. Beside areas stands a plain watershed.
"""
