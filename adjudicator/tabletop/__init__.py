"""A published module as a game of the desk: `tables` keeps the position, the desk its secrets and dice.

    record     the Game of a module file: sides, set-ups, questions
    kept       the position as a fact of the state, and what of it one side may know
    facts      the events that only such games have
    moving     a log of VASSAL, taken: its steps, up to the first that chance decides
    rolling    dice, shuffles and random layers in the players' stead
    enclosed   the saved game that goes with a report

May import what games import, and `tables`.
"""
