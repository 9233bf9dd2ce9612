"""The help with a game: a card beside the board where a screen has the room, else a menu behind a button."""

from __future__ import annotations


def open_help(page):
    if page.is_visible("#helping"):
        page.click("#helping")
