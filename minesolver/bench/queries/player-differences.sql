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
        COUNT(won) AS games,
        mean(score, -100, 100) AS score_difference,
        mean_low(score, -100, 100) AS score_low,
        mean_high(score, -100, 100) AS score_high
    FROM differences JOIN shown USING (setting, contender)
    JOIN named ON named.id = other
    GROUP BY line
)
SELECT label AS setting, player, against, games, won_more, won_less,
    paired(won_more, won_less, games) AS win_difference,
    paired_low(won_more, won_less, games) AS win_low,
    paired_high(won_more, won_less, games) AS win_high,
    score_difference, score_low, score_high
FROM sums
ORDER BY line
