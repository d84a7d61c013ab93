"""The house in the browser: pages, the live connection, the small client. It names no game."""
