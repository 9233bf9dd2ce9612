-- Each player on each setting: games won, what it proved, means a game, its time.
WITH sums AS (
    SELECT line, label, density, name,
        COUNT(outcome) AS games,
        COUNT(error) AS errors,
        COUNT(*) FILTER (WHERE outcome = 'won') AS wins,
        mean(adjusted, 0, 1) AS adjusted,
        mean_low(adjusted, 0, 1) AS adjusted_low,
        mean_high(adjusted, 0, 1) AS adjusted_high,
        COUNT(adjusted) AS adjusted_games,
        mean(score, 0, 100) AS score,
        mean_low(score, 0, 100) AS score_low,
        mean_high(score, 0, 100) AS score_high,
        ratio(missed, safe_moves, 0, 1) AS missed,
        ratio_low(missed, safe_moves, 0, 1) AS missed_low,
        ratio_high(missed, safe_moves, 0, 1) AS missed_high,
        mean(excess, 0, 1) AS excess,
        mean_low(excess, 0, 1) AS excess_low,
        mean_high(excess, 0, 1) AS excess_high,
        ratio(regret, late_guesses, 0, 1) AS regret,
        ratio_low(regret, late_guesses, 0, 1) AS regret_low,
        ratio_high(regret, late_guesses, 0, 1) AS regret_high,
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
    SELECT line, adjusted AS variance_reduced, adjusted_low AS reduced_low, adjusted_high AS reduced_high
    FROM sums WHERE adjusted_games = games
)
SELECT label AS setting, density, name AS player, games, errors, wins,
    rate(wins, games) AS win_rate,
    rate_low(wins, games) AS win_low,
    rate_high(wins, games) AS win_high,
    variance_reduced, reduced_low, reduced_high,
    score, score_low, score_high,
    missed, missed_low, missed_high,
    excess, excess_low, excess_high,
    regret, regret_low, regret_high,
    opened, mines_hit, guesses, random_picks,
    1000 * seconds / games AS "ms/game",
    games / seconds AS "games/s",
    1000 * seconds_of_moves / moves AS "ms/move",
    1000 * slowest AS slowest_move_ms,
    mb
FROM sums LEFT JOIN reduced USING (line)
ORDER BY line
