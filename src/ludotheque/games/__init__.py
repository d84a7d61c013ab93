"""The games: one folder each, which exports ``GAME`` and knows no other game."""
