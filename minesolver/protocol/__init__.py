"""The engine protocol: what a program asks in lines of JSON, and the session that answers it.

``docs/howto/engine-protocol.md`` is its specification. ``requests.py`` says what a request may hold,
``questions.py`` answers one at a time, for the session and for the page's server; ``session.py`` keeps a
conversation.
"""
