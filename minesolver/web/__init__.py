"""The page: an analyser and player in the browser, and its JSON API (the extra ``web``).

The server keeps no sessions. An analysis is a function of the board that is sent; a game is its size, rules
and seed with the moves so far, and is replayed for each request (a few milliseconds). So a game survives a
restart, can be taken back move by move and shared as a link, and nothing has to expire. The price: who knows
the seed can compute the layout, which is no matter for a game against oneself.
"""

from ..base.errors import MissingDependencyError

try:
    from .app import create_app
except ModuleNotFoundError as error:
    raise MissingDependencyError(f"the page needs {error.name}: pip install 'minesolver[web]'") from None

__all__ = ["create_app"]
