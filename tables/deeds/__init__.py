"""What a player does in plain words beside moves: a turn tracker, a mask, a piece that leaves the map.

In come the names of a position as a side has it (`doing.Words`) and what was written; out go the commands
that VASSAL would log. What VASSAL has no command for is refused.

    turns       a turn tracker is turned on, back, or to a value
    masks       a mask is laid or taken off, a hidden piece shown
    removal     a piece goes where its module keeps those that are lost, or is deleted

May import `tables.doing` and what that may.
"""
