-- Of a contender: its games, and how many of them hold an error; an answer's error is its game's.
SELECT COUNT(*) AS games, IFNULL(SUM(failed), 0) AS errors FROM (
    SELECT error NOT NULL AS failed FROM games WHERE contender = :contender
    UNION ALL
    SELECT g.error NOT NULL OR EXISTS (
        SELECT 1 FROM positions p
        WHERE p.setting = g.setting AND p.contender = g.contender AND p.seed = g.seed AND p.game = g.game
            AND p.error NOT NULL
    )
    FROM engine_games g WHERE contender = :contender
)
