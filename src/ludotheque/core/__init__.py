"""The rulebook engine: what all games share. It knows no game and nothing of people or pages."""
