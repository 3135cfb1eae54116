"""Areas of scanned art."""
