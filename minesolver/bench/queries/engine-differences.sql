-- Each engine beside the one to compare with (the first, or :against), over the positions that both answered.
WITH pairs AS (SELECT DISTINCT setting, contender FROM engine_games),
first AS (
    SELECT setting, MIN(contender) AS other
    FROM pairs WHERE :against IS NULL OR contender = :against
    GROUP BY setting
),
compared AS (
    SELECT setting, contender, other
    FROM pairs JOIN first USING (setting) WHERE contender <> other
),
answered AS (SELECT * FROM positions WHERE error IS NULL),
both AS (
    SELECT c.setting, c.contender, c.other, x.seed, x.game,
        y.seed AS paired,
        y.found,
        x.found AS other_found,
        x.provable,
        CASE WHEN x.estimated = y.estimated THEN y.squared - x.squared END AS squared,
        x.estimated,
        CASE WHEN x.seconds > 0 AND y.seconds > 0 THEN ln(y.seconds / x.seconds) END AS slower
    FROM compared c
    LEFT JOIN answered x ON x.setting = c.setting AND x.contender = c.other
    LEFT JOIN answered y ON y.setting = c.setting AND y.contender = c.contender
        AND y.seed = x.seed AND y.game = x.game AND y.place = x.place
),
-- Positions of one game are not independent: a row a game.
games AS (
    SELECT setting, contender, other,
        COUNT(paired) AS answers,
        TOTAL(found) - TOTAL(other_found) FILTER (WHERE paired NOT NULL) AS found,
        SUM(IFNULL(provable, 0)) FILTER (WHERE paired NOT NULL) AS provable,
        SUM(squared) AS squared,
        SUM(estimated) FILTER (WHERE squared NOT NULL) AS estimated,
        SUM(slower) AS slower,
        COUNT(slower) AS timed
    FROM both
    GROUP BY setting, contender, seed, game
)
SELECT label AS setting, shown.name AS engine, named.name AS against,
    IFNULL(SUM(answers), 0) AS positions,
    ratio(found, provable, -1, 1) AS recall_difference,
    ratio_low(found, provable, -1, 1) AS recall_low,
    ratio_high(found, provable, -1, 1) AS recall_high,
    ratio(squared, estimated, -1, 1) AS brier_difference,
    ratio_low(squared, estimated, -1, 1) AS brier_low,
    ratio_high(squared, estimated, -1, 1) AS brier_high,
    factor(slower, timed) AS time_ratio,
    factor_low(slower, timed) AS ratio_low,
    factor_high(slower, timed) AS ratio_high
FROM games
JOIN shown USING (setting, contender)
JOIN named ON named.id = other
GROUP BY line ORDER BY line
