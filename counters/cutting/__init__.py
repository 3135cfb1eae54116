"""From a scanned sheet back to counters: found, straightened, cut out, backs to fronts.

Here: `cutting` goes the whole way and `cut` cuts; `paper`, `straight` and `bend` make the scan straight,
`find`, `lattice`, `rhythm` and `blocks` find the rows and columns, `page` is one side, `backs` and `files`
what is written.
In: a scan of anybody's. Out: a picture of each counter, and what is not sure.
Imports `scans`, `counters.sheets`, `counters.roster`.
"""
