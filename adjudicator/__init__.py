"""The referee: mailed orders in, judged events out, every rule by its number."""
