-- Drop a contender's games that hold an error, with all of its answers on their positions.
DELETE FROM games WHERE contender = :contender AND error NOT NULL;
DELETE FROM engine_games WHERE contender = :contender AND (
    error NOT NULL
    OR EXISTS (
        SELECT 1 FROM positions p
        WHERE p.setting = engine_games.setting AND p.contender = engine_games.contender
            AND p.seed = engine_games.seed AND p.game = engine_games.game AND p.error NOT NULL
    )
);
DELETE FROM calibration WHERE contender = :contender AND NOT EXISTS (
    SELECT 1 FROM engine_games g
    WHERE g.setting = calibration.setting AND g.contender = calibration.contender
        AND g.seed = calibration.seed AND g.game = calibration.game
);
DELETE FROM positions WHERE contender = :contender AND NOT EXISTS (
    SELECT 1 FROM engine_games g
    WHERE g.setting = positions.setting AND g.contender = positions.contender
        AND g.seed = positions.seed AND g.game = positions.game
);
