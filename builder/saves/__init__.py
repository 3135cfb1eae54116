"""Positions and logs, both ways.

Here: `write_saves` and `write_logs` write what a game holds as `.vsav` and `.vlog`, `fog` first covers what
a side may not see; `read_saves` and `logs` read such files of anybody's, `log_entries` and `retell` tell them
in words.
In: placements, or files of strangers. Out: files whose bytes depend on nothing else, or what stands where.
Imports `builder.module`, `builder.layout`, `builder.vassal`.
"""
