"""How a text in a picture is written down: one character for each sign and for each blank place."""

PAGE = 0
"""The number of the most common ground."""
PANEL_SIGNS = " цшщэю"
"""What a blank place on each ground is called, that of the page first."""
BLOCK = PANEL_SIGNS[1]
"""What a sign is called that is as good as all ink, as a cursor is."""
UNKNOWN_SIGNS = "αβγδεζηθκλμξπρστφχψωΓΔΘΛΞΠΣΦΨΩ"
"""Names of signs that are neither digits nor dots: the reader of text knows no meaning of these."""
KNOWN_SIGNS = set("0123456789.-_|")
"""Signs that a text of a board mostly has."""
LARGE_CLUES = "45678"
"""The clues that are rare in games."""
