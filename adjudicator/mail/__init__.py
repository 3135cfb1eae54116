"""Mail in and out: bytes become letters, letters become order sheets, answers go to an outbox."""
