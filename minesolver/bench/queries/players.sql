-- Each player on each setting: games won, what it proved, means a game, its time.
WITH sums AS (
    SELECT line, label, density, name,
        COUNT(outcome) AS games,
        COUNT(error) AS errors,
        COUNT(*) FILTER (WHERE outcome = 'won') AS wins,
        SUM(adjusted) AS adjusted_sum,
        SUM(1.0 * adjusted * adjusted) AS adjusted_squares,
        COUNT(adjusted) AS adjusted_games,
        SUM(score) AS score_sum,
        SUM(1.0 * score * score) AS score_squares,
        COUNT(score) AS scores,
        AVG(opened) AS opened,
        AVG(mines_hit) AS mines_hit,
        AVG(guesses) AS guesses,
        AVG(random_picks) AS random_picks,
        SUM(seconds) AS seconds,
        SUM(seconds) FILTER (WHERE moves) AS seconds_of_moves,
        SUM(moves) AS moves,
        MAX(slowest) AS slowest,
        MAX(megabytes) FILTER (WHERE error IS NULL) AS mb
    FROM games JOIN shown USING (setting, contender)
    GROUP BY line
),
-- The luck of the guesses can be subtracted only where it is known of every game.
reduced AS (
    SELECT line, adjusted_sum, adjusted_squares, adjusted_games
    FROM sums WHERE adjusted_games = games
)
SELECT label AS setting, density, name AS player, games, errors, wins,
    rate(wins, games) AS win_rate,
    rate_low(wins, games) AS win_low,
    rate_high(wins, games) AS win_high,
    mean(reduced.adjusted_sum, reduced.adjusted_squares, reduced.adjusted_games) AS variance_reduced,
    mean_low(reduced.adjusted_sum, reduced.adjusted_squares, reduced.adjusted_games) AS reduced_low,
    mean_high(reduced.adjusted_sum, reduced.adjusted_squares, reduced.adjusted_games) AS reduced_high,
    percent(score_sum, score_squares, scores) AS score,
    percent_low(score_sum, score_squares, scores) AS score_low,
    percent_high(score_sum, score_squares, scores) AS score_high,
    opened, mines_hit, guesses, random_picks,
    1000 * seconds / games AS "ms/game",
    games / seconds AS "games/s",
    1000 * seconds_of_moves / moves AS "ms/move",
    1000 * slowest AS slowest_move_ms,
    mb
FROM sums LEFT JOIN reduced USING (line)
ORDER BY line
