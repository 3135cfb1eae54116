"""Who sends: a mail is written into the store with what caused it, then laid into the outbox, once.

despatch  the mails of a game: reports, answers, reminders, words passed on
The servers' side of it, the outbox sent by SMTP, is in `adjudicator.mail.servers`.
"""
