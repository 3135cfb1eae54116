"""The usual phases of a two-sided hex game, on which a game writes only what differs: its policies and clauses.

From the bottom, each knowing only those above it in this list:

    clauses      clause numbers as a table, registered where they are enforced; so `hexpost rule` finds them
    words        the usual orders, and what they say
    ground       zones of control, stacking, printed numbers, names of hexes
    moving, placing, results        movement; set-up, reinforcement, replacement; the result of a combat as data
    losing, retreating, advancing   what a result asks for, each with its question
    fighting     the attack on a table of odds
    turns, victory                  phases as rows; points for hexes
    record       all of it as a `Game`

A part is a value: `Moving(ground=..., clauses=MoveClauses(...), costs=...)`. What it does not know are functions of
a state that the game hands in. Each question is a `Choice` whose legal answers come from the part's `legal`, and
from nowhere else: the question names the first of them, refusals offer them, bots and standing orders choose from them.
In: states and orders. Out: events, refusals with the game's clause. May import: mechanics and below.
docs/your-first-game.md builds a game on them.
"""
