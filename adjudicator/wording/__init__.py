"""What a game's things are called where people read them.

order_words  order lines in the words of map and counters, and what silence means
position     a state as `hexpost show` and `hexpost rehearse` print it
clauses      the clauses of a rulebook, as its rules.csv says them
In: a game's record and a state. Out: text. It imports the record of a game, never what judges or mails.
"""
