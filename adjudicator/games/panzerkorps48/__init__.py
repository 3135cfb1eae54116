"""48th Panzer Korps: the 5th Tank Army against the Germans on the Chir, 7 to 12 December 1942."""
