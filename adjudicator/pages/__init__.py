"""A game as pages to step through: static files, one set for each side and one for who watches.

    steps     the journal cut into steps, each as its reader may know it
    finder    who stands where, unit by unit, for somebody who looks for one
    chance    what the dice of a game came to
    book      the files of one reader: step after step, the battles, the dice
    shelf     where the files of each reader lie, by names that nobody can guess; only what is new is written

In come a table of the desk and a folder; out go files. Everything on a page comes from a side's own view of
the state and the events that it may see, or, for who watches, from what everybody may know. May import the
desk and the reports; knows no rules.
"""
