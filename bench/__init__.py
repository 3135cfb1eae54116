"""Measurements of hexpost, beside a peer where there is one: `make bench`, or `python -m bench --help`.

`python -m bench.entered GAME` tells which rules whole games of bots come upon, and which they never do.
"""
