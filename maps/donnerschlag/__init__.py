"""The board of Donnerschlag: tables, and the program that lays them over the hexes."""
