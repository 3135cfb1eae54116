"""What is wrong with a module: `hexpost module check`, and the real engine with `--engine`.

Here: `check` goes through everything; `tree`, `maps`, `zones`, `piece_check`, `keys`, `images`, `setups` and
`snaps` look over their part each; `engine` asks VASSAL itself (by the small program in `Engine.java`).
In: anybody's module. Out: problems, each with where it is and what to do.
Imports `builder.importing`, `builder.saves`, `builder.module`, `builder.vassal`.
"""
