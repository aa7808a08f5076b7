"""The HTTP service of arbitre: judges moves over msgpack and JSON."""
