"""Scans of printed maps: find the hex grid, straighten the art, trace areas, propose terrain.

Comes in: a picture (or a page of a PDF) and, where needed, a few hexes whose labels are known. Goes out: the
centre of every hex in pixels, how sure that is, and the art straightened. Numpy and Pillow are imported
inside the functions that need them. The way through the modules:

    darkness    what is ink
    repeats     which lattices repeat                           phases      each followed over a bent sheet
    cells       the average hex, and where its centre is        marks       every hexside or dot measured
    seams       two sheets joined, followed in two pieces       extent      which hexes there are
    numbering   how they are labelled                           doubts      what may be wrong all the same
    fit, fitted the whole of it, with the confidence            straighten  the art made straight

Of areas, `trace` is the whole, and its modules follow one another:

    trace_seeds     the names, a point in each               trace_ink      what is a line
    folds           shadows of folds taken off               trace_faces    basins of ground between lines
    trace_strength  how much pixels look like lines          trace_lettering  names and symbols are none
    trace_ends      where lines end, and point to            trace_dashes   ends linked over gaps
    trace_flood     borders where lines are strongest        trace_cover    wide rivers, plates under names
    trace_pools     open ground parted at its necks          trace_looks    how the sides of basins look
    trace_judge     which of them are borders                trace_graph    basins joined and named
    trace_redraw    borders drawn again along their ink      trace_traits   what pixels of ink look like
    trace_taught    what borders look like is learned        trace_rejoined areas found again by that
    trace_bridges   gaps that were closed                    trace_contacts who touches whom, by length
    trace_places    where four borders come together         trace_single   two side by side are no contact
    trace_drawn_on  what a thick line hides                  trace_decided  what the user says of all that
    trace_touch     areas made neighbours as he says         trace_outline  pixels become outlines
    trace_corners   corners drawn together to points         trace_doubts   pairs to look at
    trace_pieces    small pieces without a seed              trace_told     all of it in words

What stands in hexes and on hexsides is proposed in `terrain`; its docstring is its page.
"""
