"""A published module as a game of the desk: its position, with the secrets and the dice at the desk.

    record     the Game of a module file: sides, set-ups, questions
    kept       the position as a fact of the state, and what of it one side may know
    seen       what a side sees of it, in words: for every report, and what the first one explains
    written    orders in plain words
    asked      what a player looks up: where a piece is, what is in a place
    gathering  many sentences of what was moved as a short list
    sealing    lines that are kept shut until all sides have sent theirs
    facts      the events that only such games have
    given      a saved game of VASSAL that a game begins with
    made_of    the files that such a game is played with, and their hash
    looking    what a game of a module can begin with, before there is one
    moving     a log of VASSAL, taken: its steps, up to the first that chance decides
    rolling    dice, shuffles and random layers in the players' stead

May import what games import, and the package tables.
"""
