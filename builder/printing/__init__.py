"""The print-and-play kit: the map on pages of one's paper, charts, and instructions, as PDF.

Here: `kit` puts it together; `board` cuts the map into pages that `join` tells how to join, `charts` and
`pages` set what is read beside it, `spread` on pages: the `sequence` of play, the `player_card`, `arrivals`,
and the `counter_key` with its `leaders`. `paper` knows sizes of paper, `words` sizes of type. Counter sheets
come from `counters.sheets`.
In: a game. Out: PDF files, the same bytes each time.
Imports `builder.module`, `builder.layout`, maps and counters.
"""
