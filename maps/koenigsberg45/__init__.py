"""The board of Königsberg '45: what the country is, and the script that lays hexes over it."""
