-- What went wrong, how often, and the first game in which it did.
SELECT label AS setting, name AS contender, error,
    COUNT(*) AS times, seed, MIN(game) AS first_game
FROM (
    SELECT setting, contender, seed, game, error FROM games
    UNION ALL SELECT setting, contender, seed, game, error FROM engine_games
    UNION ALL SELECT setting, contender, seed, game, error FROM positions
) e
JOIN shown USING (setting, contender)
WHERE error NOT NULL
GROUP BY e.setting, e.contender, seed, error ORDER BY e.setting, e.contender
