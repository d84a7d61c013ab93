"""Web Push: messages to browsers whose pages are closed (RFC 8030, 8291, 8292).

Knows neither tables nor pages: who is to be told what, and when, is for the layer above.
"""
