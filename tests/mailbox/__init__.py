"""Tests of the mailbox, against real servers of this machine's own."""
