"""Letters out as bytes, built the same each time from the same facts, and the folders in which mails lie.

outbox   a mail from its facts
mime     its parts as bytes
maildir  one file for each letter, put there whole or not at all
"""
