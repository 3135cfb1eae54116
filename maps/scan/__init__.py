"""Scans of printed maps: find the hex grid, straighten the art, trace areas, propose terrain.

Comes in: a picture (or a page of a PDF) and, where needed, a few hexes whose labels are known. Goes out: the
centre of every hex in pixels, how sure that is, and the art straightened. Numpy and Pillow are imported
inside the functions that need them. The way through the modules:

    reading     a picture, whatever is wrong with it said       darkness    what is ink in it
    repeats     which lattices repeat                           phases      each followed over a bent sheet
    cells       the average hex, and where its centre is        marks       every hexside or dot measured
    seams       two sheets joined, followed in two pieces       extent      which hexes there are
    numbering   how they are labelled                           doubts      what may be wrong all the same
    fit, fitted the whole of it, with the confidence            straighten  the art made straight

Areas are the room `areas`: outlines from a click in each, by a marker-controlled watershed.

Of hexes, `classify` is the whole:

    folds            shadows of folds taken off
    classify_light   one ground looks the same everywhere        classify_ground    what ground a hex has
    classify_sides   what a hexside looks like                   classify_learn     kinds told by few samples
    classify_context what the next hexside says                  classify_features  which hexsides have each
    classify_files   what is read and written                    classify_map       proposals put into a map
"""
