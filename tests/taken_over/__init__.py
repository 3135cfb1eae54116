"""Desks and games as earlier versions wrote them, a folder a version: each newer one takes them up.

A version's files are written once, before its release, by `python -m tests.taken_over.make VERSION`, and then
never again: what a user has is as old as it is.
"""
