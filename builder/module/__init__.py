"""From a game to its module: every part of the build file, and the pictures that go with it.

Here: `module` puts a module together and `extension` one of its `extensions`; `parts` gathers what both
need. Pieces (`roster_pieces`, `rosters`, `likeness`, `art`), windows (`window`, `toolbar`, `opening`,
`piles`), charts and help (`charts`, `help`), the position at start, tracks and scenarios (`setup`, `tracks`,
`position`, `scenarios`). `lock` keeps the numbers of pieces the same for ever, `agreement` holds the grid
against the board.
In: map, roster, facts. Out: a `.vmod`. A row of the roster becomes a piece in `roster_pieces`.
Imports `builder.layout`, `builder.vassal`, counters and maps.
"""
