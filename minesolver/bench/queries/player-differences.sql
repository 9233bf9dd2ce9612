-- Each player beside the one to compare with (the first, or :against), over the games that both played.
WITH pairs AS (SELECT DISTINCT setting, contender FROM games),
first AS (
    SELECT setting, MIN(contender) AS other
    FROM pairs WHERE :against IS NULL OR contender = :against
    GROUP BY setting
),
compared AS (
    SELECT setting, contender, other
    FROM pairs JOIN first USING (setting) WHERE contender <> other
),
differences AS (
    SELECT c.setting, c.contender, c.other,
        (y.outcome = 'won') - (x.outcome = 'won') AS won,
        y.score - x.score AS score
    FROM compared c
    LEFT JOIN games x ON x.setting = c.setting AND x.contender = c.other
    LEFT JOIN games y ON y.setting = c.setting AND y.contender = c.contender
        AND y.seed = x.seed AND y.game = x.game
),
sums AS (
    SELECT line, label, shown.name AS player, named.name AS against,
        COUNT(*) FILTER (WHERE won > 0) AS won_more,
        COUNT(*) FILTER (WHERE won < 0) AS won_less,
        SUM(won) AS won_sum,
        SUM(1.0 * won * won) AS won_squares,
        COUNT(won) AS games,
        SUM(score) AS score_sum,
        SUM(1.0 * score * score) AS score_squares,
        COUNT(score) AS scores
    FROM differences JOIN shown USING (setting, contender)
    JOIN named ON named.id = other
    GROUP BY line
)
SELECT label AS setting, player, against, games, won_more, won_less,
    mean(won_sum, won_squares, games) AS win_difference,
    mean_low(won_sum, won_squares, games) AS win_low,
    mean_high(won_sum, won_squares, games) AS win_high,
    mean(score_sum, score_squares, scores) AS score_difference,
    mean_low(score_sum, score_squares, scores) AS score_low,
    mean_high(score_sum, score_squares, scores) AS score_high
FROM sums
ORDER BY line
