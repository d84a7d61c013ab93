"""One file a step; each names the one before it.

``oldest`` is the oldest migration that a program has to know to serve a database after this step:
the step's own name where it takes away or changes something, else that of the step before.
"""
