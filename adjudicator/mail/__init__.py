"""Play by mail: everything between the mail servers and the referee. Nothing here knows a rule.

From the bottom; each room imports those above it in this list, and none below:

reading   who reads: bytes become a letter, and its order block is found
writing   letters out as bytes, and the Maildirs in which mails lie
policy    take or hold: a table, read from the top
settings  desk.toml, and the wishes of players
desk      the games of a referee: tables, agreements, deadlines, undoing, dry runs
telling   reports, pictures and the record of the dice, as mails
sending   who sends: a mail is kept with what caused it, then laid into the outbox, once
holding   who holds: the inbox, letters held for the referee, and what they do by hand
run       one mail run: letters taken in, judged and answered, each in one transaction; and deadlines
servers   IMAP, SMTP and the watch over both: all that opens a connection

Incoming letters and outgoing mails are rows of `adjudicator.store`, because one transaction holds a letter,
its rulings, events, dice and the mails that it causes. So the desk is between reading and sending: it reads
letters, and everything sent is about its games.
"""
