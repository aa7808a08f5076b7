"""Satrapies, written plainly from the rules text (SAT 0 to 12).

A slow twin of the engine: functions over the state document of SAT 12, one small function a rule,
nothing remembered between calls. The engine is compared with it, so it shares no code with the
engine and prefers the obvious way over the quick one.

`tables` has the map, `position` reads a document, `orders` judges one order, `adjudicate` resolves
a turn, `ending` ends the game, and `play` joins them into a game.
"""
