"""Published modules at the desk."""
