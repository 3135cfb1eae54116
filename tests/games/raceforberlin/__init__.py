"""Tests of games/raceforberlin."""
