"""The hot paths of single games, alone and over many positions: one module a game."""
