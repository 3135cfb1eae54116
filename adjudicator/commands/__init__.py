"""What the commands of adjudicator.cli do, each imported when it is used."""
