"""`orders.html`: one page beside a report, on which a player taps orders instead of typing them.

    packed    what a page offers as plain values, and as its script reads them
    offers    the legal answers to a question, packed: who may act, where to, against whom, at what odds
    lists     the lists of ids in an order, and its words around them
    onward    the questions that follow an answer at once, whose orders may be in the same email
    board     the empty board and a sheet of counters as pictures, and where everything is on them
    page      the page itself: what is asked, the data, the words, the script

In comes a side's own view of the state, as in its bundle; out goes a file that needs nothing else. All that
the page offers is a line of `Game.legal`, or declared for pages by the question's `Choice`: the script knows
no rule, it puts lines together that are in the data. May import the reports, for what is drawn, and whatever
tries lines; knows no game and no desk.
"""
