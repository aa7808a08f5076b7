"""The arithmetic of games for whole arrays: the functions that play uses, one module a game.

Each module imports the native core and NumPy alone.
"""
