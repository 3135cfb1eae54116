"""A position, orders and dice in a file, and what the referee says to them: `hexpost rehearse`.

Here: `file` reads the TOML and `rehearsal_faults` tells all that is wrong with it at once; `rehearsal` plays
it, tells it, and compares it with what the file expects.
In: a file that a player or a maker wrote. Out: rulings, events, the position; as text or as JSON.
Imports the referee and what lies below; never the desk.
"""
