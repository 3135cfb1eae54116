"""The PostgreSQL database of a club's desk, opened; who keeps a desk in a file imports nothing of it."""

from __future__ import annotations

from pathlib import Path

from adjudicator.mail.settings.desk_toml import DeskError
from adjudicator.mail.settings.keeping import Keeping
from adjudicator.mail.settings.secret import secret_of
from adjudicator.store.database import Database


def open_database(keeping: Keeping, desk: Path, create: bool = False) -> Database:
    """The database of a desk, open. Raises DeskError where what it needs is not installed, or no password is
    to be had; StoreError."""
    try:
        from adjudicator.store.postgres import Postgres
    except ImportError as wrong:
        raise DeskError(
            f"{desk}: its store is a PostgreSQL database, and psycopg is not installed ({wrong}): "
            "pip install 'hexpost[postgres]'"
        ) from None
    secret = secret_of(keeping, desk)
    return Postgres(keeping.database, secret.reveal() if secret else "", create)
