"""One package a game, each the rules of one rulebook by chapter."""
