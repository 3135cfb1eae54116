"""What each side reads and sees: a view of the state, sentences, pages and a picture."""
