"""Maps that others drew, made into map folders of ours: SVG from Inkscape, GeoJSON, and TripleA's text files.

In comes a file, out goes a folder that `hexpost map check` and `hexpost map draw` read. Nothing in a file is
run, and nothing it points to is fetched.
"""
