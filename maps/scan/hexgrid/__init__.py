"""The room of hexes: a scan of a hex map becomes a grid with labels, and a straight picture that fits it.

Comes in: a grey picture, labels clicked on it (best the four corners and a neighbour), columns and rows where
they are known. Goes out: the centre of every hex in pixels by its label (`Fitted`), how sure that is and why
not, and the art straightened. It may import `maps.grids`, `maps.imports` and what reads, darkens
and resamples pictures in `maps.scan`, never areas or terrain. The way through the modules:

    labels      what labels say of places               clicks      a homography through clicked hexes
    sheet       what is kept from click to click        numbering   which hexes there are, and their labels
    lattices    which lattices repeat                   follow      each followed over a bent sheet
    cells       the average hex and its centre          search      lattices become candidates, measured
    darkness    of every pixel, beside its paper        grounds     a line between two grounds
    sketch      a grid laid over a scan, to look at
    marks       every hexside or dot measured           refine      a warp moved onto what is measured
    warp        homography and smooth correction        seams       two sheets joined
    extent      which hexes there are                   confidence  what may be wrong, and how likely
    fit         the whole of it                         fitted      what comes of it
    told        a grid that is known
    straighten  the art made straight                   light       and evenly lit
    pictures    to look at                              fit_command, straighten_command   typed, said, written
"""
