"""What follows a source document to the letter: names, quirks and figures."""
