-- Games, answers on positions, and how many of both went wrong.
SELECT (SELECT COUNT(*) FROM games),
    (SELECT COUNT(*) FROM positions),
    (SELECT COUNT(error) FROM games)
        + (SELECT COUNT(error) FROM engine_games)
        + (SELECT COUNT(error) FROM positions)
