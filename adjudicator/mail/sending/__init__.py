"""Who sends: a mail is written into the store with what caused it, then laid into the outbox, once.

despatch  the mails of a game: reports, answers, reminders, words passed on
later     what a side is told later, or in a few words
laying    mails laid into the outbox
The servers' side of it, the outbox sent by SMTP, is in `adjudicator.mail.servers`.
"""
