"""One of each kind for minesolver, as an example of adding them from outside."""
