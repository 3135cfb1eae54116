"""Counters: rosters, faces and sheets."""
