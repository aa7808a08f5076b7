"""Matches that the service holds: who plays, what was played, and what each seat may see of it."""
