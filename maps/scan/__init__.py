"""Scans of printed maps: find the hex grid, straighten the art, trace areas, propose terrain.

Comes in: a picture (or a page of a PDF) and, where needed, a few hexes whose labels are known. Goes out: the
centre of every hex in pixels, how sure that is, and the art straightened. The way through the modules:

    reading     a picture, whatever is wrong with it said       darkness    what is ink in it
    resample    a picture bent once, true to place              kept        files written whole or not at all
    hexgrid     the grid of hexes, and the art straight

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

Of hexes, `classify` is the whole:

    folds            shadows of folds taken off
    classify_light   one ground looks the same everywhere        classify_ground    what ground a hex has
    classify_sides   what a hexside looks like                   classify_learn     kinds told by few samples
    classify_context what the next hexside says                  classify_features  which hexsides have each
    classify_files   what is read and written                    classify_map       proposals put into a map
"""
