"""How fast arbitre is: the engine alone, from Python and over HTTP. `python -m bench` runs all."""
