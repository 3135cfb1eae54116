"""Builds VASSAL modules, saved games and print kits from a game's map, counters and charts."""
