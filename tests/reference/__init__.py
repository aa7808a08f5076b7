"""Plain reference versions of the games, written from the rules texts."""
