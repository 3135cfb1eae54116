"""What a game declares beside its rules, so that it can be played by mail; the kernel does the rest.

`drags`: how moves in a log of VASSAL are called as answers. `standing`: what standing orders may say and how
they answer. `ahead`: who is asked for what in which segment, so that lines can wait. `views`: what is closed
to whom. Each is a record of tables and small functions (`Drags`, `StandingOrders`, `Ahead`, `Secrets`).
`audience`: who may read of what happens to a unit.
`control_map`: who holds which spaces, as pictures lay it over the board.
`disclosure`: what of a game's secrets is disclosed when it is over.
`rosters`: all that a side has, section by section, as its owner keeps it on paper.
In: a state, a question, lines. Out: order lines, or the state as a side sees it. It imports the
state and what reads lines, never the record of a game or a game.
"""
