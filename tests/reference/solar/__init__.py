"""The hot arithmetic of Solar, written plainly from the rules text, a module for each subject.

Slow twins of `arbitre.kernels.solar`: pure functions over the state document of SOL 12, or over
plain numbers, which share no code with the engine and prefer the obvious way over the quick one.
"""
