"""The whole house under load, beside boardgame.io's server: ``python -m benchmarks.run house``."""
