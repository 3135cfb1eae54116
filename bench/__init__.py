"""Measurements of hexpost, beside a peer where there is one: `make bench`, or `python -m bench --help`."""
