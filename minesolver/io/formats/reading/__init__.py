"""The reader of whatever people paste: strip, cut, trim, name the signs; the cheapest reading is the board.

Each step is a function of one file that yields a few candidates with their costs; :mod:`.search` adds the
costs up. What signs mean is data, ``signs.json``, which the JavaScript reader has too. The exact counter has
no part in it.
"""
