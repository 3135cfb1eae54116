"""The board of 48th Panzer Korps: tables, and the program that lays them over the hexes."""
