"""Judging orders: a set of orders goes through a game, line by line.

referee       one sheet through one game: the loop
line_by_line  lines taken in their order, each when its question comes
lapsing       lines for which no question comes: which wait for a later one, and why the others lapse
held_back     which of them wait beside one that is not good
what_if       orders tried out in a play that is thrown away: what a line means, what would be legal instead
may_do        what a unit may be ordered to do now: places, ends of moves, targets
trimming      a refused line cut short, until it is legal
no_orders     lines that are not orders: what to send instead, and lines that take others back
courtesy      words that order nothing: greetings, names, thanks
vassal        what was moved in a log of VASSAL, as order lines
watching      what is wrong with an event, whatever it does
bots          whole games by random players
In: a state, a game and lines. Out: rulings, events and the next state. It imports games as records of parts,
and the kernel; never a letter or a desk.
"""
