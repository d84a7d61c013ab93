"""Measuring the games of this house beside their peers: ``python -m benchmarks.run``."""
