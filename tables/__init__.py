"""A published module as it is: VASSAL's own position, piece by piece, at a desk that keeps its secrets.

In come a module (`.vmod`), saved games and logs of it; out goes for each side a saved game of the very same
module. Nothing is translated: what a piece is and how it stands are kept as VASSAL wrote them, so that what
nobody here understands comes through untouched. Names of places, sides and strengths are for telling alone.

    position    a saved game or a log read, and a saved game written
    table       what lies where; the commands of a log done to it, as VASSAL itself would
    spelling    names as players type them
    passwords   taken out of seats, moves and masks
    layers      which pieces of a map stack with each other
    folded      a position as one short text
    published   what the module's build file says: sides, dice, decks, who may look into which window
    chance      which steps of a log are for the desk's dice, by what the module says and never by the log
    neighbours  places beside others
    startup     what VASSAL does by itself when a game begins
    opening     how a game of the module begins: its own start, or one of its set-ups
    beginning   with what a log must have begun
    turning     a piece that chance turns, and what a turn tracker turns
    seats       whose a mask is, and what each side may see of a piece
    withheld    global properties that tell of what a side may not see, and those that a module shows
    side_file   the position as one side may have it on its disk
    images      the pictures in its archive, unpacked when they are wanted
    faces       a piece as VASSAL draws it
    expressions what arithmetic in labels and layers comes to
    plans       how its maps are laid out: boards, margins, stacks and layers
    changes     what happened between two positions of a side
    pictures    maps as a side sees them, and what happened on them
    doing       what is done to it in plain words
    deeds/      what else is done to it in plain words: turn trackers, masks, pieces that are lost
    home        a side's log brought back onto the true position

May import `builder` and `files`; knows no game, no mail and no referee.
"""
