"""The text environment for the programs that train and test language models, each of which is an extra."""
