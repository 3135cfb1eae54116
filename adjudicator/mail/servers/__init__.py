"""The desk's mailbox on the servers: letters fetched by IMAP, mails sent by SMTP, and the watch over both.

A letter's bytes lie in the inbox of the desk before anything is changed on the server; once it is dealt with
it is moved there, to the folder for judged or for held ones. A mail lies in the outbox before it is sent, and
goes with the same Message-ID however often. What was going on is kept in the store, so that a kill at any
moment loses nothing and has nothing judged twice. Nothing here reads orders, and no password is ever told.

secret       the password or the token, from a file, the environment or a command
errors       what is raised where a server fails
trouble      what went wrong with a server, in words, and what to do
tls          how a connection is made sure
watched      an IMAP connection that may send so much, and take so long
imap         a folder on a server: its letters by UID, moving them, and waiting for the next
fetching     letters from the server into the inbox; and, dealt with, to where they belong there
smtp         one connection over which mails are sent
sending      the outbox: what is due, what is tried again, what was refused
pauses       after which what failed is tried again
rounds       one round: fetch, one mail run, put away, send
ticking      the clock: whether it jumped
watch        one round after the other, till it is told to end
providers    the servers of well-known providers
connect      a mailbox tried both ways
writing      [in] and [out] written into desk.toml, with all else left as it is
service      the watch as a service of the system

Comes in: a desk with its settings. Goes out: a `MailRun`. May import the desk, the mail run, and the store.
"""
