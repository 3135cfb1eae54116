"""Games of a published module, played by mail: the project's own module, with real mails and files."""
