"""The usual phases of a two-sided hex game. A game built on them writes only its differences: policies and
clauses.

Each module imports only those above it in this list:

    clauses      clause numbers as a table, registered where they are enforced: `hexpost rule` finds them
    words        the usual orders, and what they say
    battlefield  zones of control, stacking, printed numbers, names of hexes
    moving       movement by points
    placing      set-up, reinforcement, replacement
    choosing     one word of several: a secret plan
    seeing       fog of war: what a side sees of enemy stacks
    supplying    supply lines, and what a unit without one suffers
    results      the result of a combat as data: lose, retreat, either of the two, advance
    playing      hands of cards, played in phases of one's own and against attacks
    face_down    units that show their backs, as blocks do
    losing       which unit loses a step
    retreating   the path by which a unit retreats, and the choice between a loss and a retreat
    advancing    which units advance
    fighting     the attack on a table of odds
    striking     attacks written below the moves that make them possible
    firing       the same as fighting, for fire at a range, on a table of values
    turns        phases as rows
    chits        phases as chits from a cup call them
    victory      points for hexes
    record       the whole game

Each part is a value: Moving(ground=..., clauses=MoveClauses(...), costs=...). For what differs, the game
passes functions of a state. Each question is a Choice, whose legal answers come only from the part's method
legal: the question names the first of them, refusals offer them, bots and standing orders choose from them.
docs/your-first-game.md builds a game on these phases.
In: states and orders. Out: events, and refusals under the game's clauses. May import: mechanics and below.
"""
