"""Who holds: letters from the moment they lie in the inbox until they are done, and the referee's own hand.

intake    letters from files: .eml, Maildir and mbox; and where they go once dealt with
inbox     what lies in the inbox, and in which order its letters count
waiting   letters that came for a game and are not judged yet: the referee's own hand comes after them
held      letters laid before the referee: where they are, how they read of them, what they do with them
people    changes among the people of a game, by the referee: put on the record, told to all
overview  all games of a desk at a glance, the most urgent first
"""
