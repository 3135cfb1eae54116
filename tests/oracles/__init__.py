"""Oracles: a second, naive reading of each game's rulebook, held against the referee on random positions.

An oracle is written from the rulebook, the list of clauses and the rulings of the game's README, by somebody
who never reads the code that it checks. It takes plain data (who is where, what the map says) and answers
slowly and simply: which hexes can be reached and at what cost, who is in supply, which retreats are legal,
what a die gives. It imports nothing of `adjudicator`. The modules that ask lay positions on the tests' table
and treat the referee as a player would: a position, an order, what he says.

    GAME.py        the oracle of a game: only data in, only data out
    GAME_asked.py  random positions of the game, laid before the oracle and before the referee
    positions.py   pockets of units, crowded where rules meet
    hexes.py       the geometry of numbered hexes
    asking.py      what is compared, and what differed
    test_oracles.py  fifty positions a game with every `make test`, 2,000 before a release

A difference is settled from the text. Where the oracle is wrong it is corrected here; where the program is
wrong the position becomes a test of its chapter. `make oracles GAME=koenigsberg45 COUNT=2000 SEED=1` runs
more, as does `python -m tests.oracles`.
"""
