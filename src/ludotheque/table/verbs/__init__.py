"""What can be done at a table, one file a verb.

A verb's first functions say what follows from a command (events, or a refusal) and change
nothing; its ``on_…`` functions carry out what stands in the log, and never refuse.
:mod:`~ludotheque.table.verbs.decide` and :mod:`~ludotheque.table.verbs.fold` find the right one.
"""
