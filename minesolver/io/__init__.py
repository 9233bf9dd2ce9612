"""Boards, layouts and replays as text, files and pictures."""
