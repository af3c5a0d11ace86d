"""Proving what an archive holds: on one machine or on many, each campaign by itself."""
