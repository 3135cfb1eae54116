"""Scans: a picture read with care, its light known, and warped, for maps and for counter sheets alike.

Comes in: a file that somebody calls a scan. Goes out: a picture whatever was in the file, or a ScanError in
one line that says what to do. It knows neither maps nor counters, and imports nothing of
ours. Numpy, Pillow and scipy are imported inside the functions that need them.

    scan_faults  what can be wrong with a scan
    reading    any picture Pillow reads, or a page of a PDF; bounds on its size; grey
    colour     the same in RGB, and cut out of it
    light      how the light falls over it
    warp       a picture resampled once, through a mapping of points
    outlines   labelled pixels as an exact coverage

The words are those of image processing: flat-field correction, inverse mapping, cubic splines.
"""
