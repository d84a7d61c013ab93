"""The house: people and their sessions. It knows nothing of HTTP."""
