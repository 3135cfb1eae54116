"""Tests of The Amber Road, chapter by chapter."""
