"""Take or hold: what happens to a letter, decided by one table that is read from the top.

mail_policy     the table; `docs/mail-policy.md` tells the same to players and referees
conditions      the conditions of its rows, each with the sentence that says why it holds
authentication  what the receiving mail server found out about the sender
registry        what the table must know about the desk, given to it by whoever keeps the store
In: a letter. Out: the row that decides. Imports the reading, and a mail's own marks from the writing.
"""
