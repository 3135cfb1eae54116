"""What each side is told: a view of the state, sentences, pages and a picture."""
