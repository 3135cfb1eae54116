"""What outlives a desk: backups of all of it, and single games that go to another desk.

tables     which rows of the store belong to one game, and how their values are written
export     a game as lines of JSON, its chain with it
arriving   such a file read by somebody who does not trust it: verified, then kept whole or not at all
logs       the logs in a game's letters, taken up again where the game is now
explained  whether everybody at a game is there by its record
reaching   what a stranger's backup would run or connect to
verify     whether what a desk or a backup keeps is what was written
copying    a whole store in another, of the other kind perhaps
backup     a desk in one file, and made of one again
In: a desk, or a file. Out: a file, or a desk; faults with their lines.
"""
