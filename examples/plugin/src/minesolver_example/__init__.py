"""An engine and a player for minesolver, as an example of adding both from outside."""
