"""Placement, production and points of Terraforming Mars, written plainly from the rules text, a
module for each subject.

Slow twins: pure functions over the state document of TM 12 which share no code with the engine and
prefer the obvious way over the quick one.
"""
