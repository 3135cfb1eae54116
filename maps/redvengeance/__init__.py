"""The board of Berlin: Red Vengeance: tables, and the program that lays them over the hexes."""
