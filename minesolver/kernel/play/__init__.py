"""Compiled: games, from laying the mines to the end."""
