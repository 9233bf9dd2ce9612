-- Each engine on each setting: what it proved and estimated against the exact answer, its time, its memory.
WITH sums AS (
    SELECT setting, contender, seed, game,
        COUNT(*) AS answers,
        COUNT(error) AS wrong,
        COUNT(found) AS compared,
        SUM(found) AS found,
        SUM(provable) FILTER (WHERE found NOT NULL) AS provable,
        SUM(unsound) AS unsound,
        SUM(NOT safe_found) FILTER (WHERE safe_exists) AS missed,
        COUNT(safe_found) FILTER (WHERE safe_exists) AS safe,
        SUM(squared) AS squared,
        SUM(estimated) FILTER (WHERE squared NOT NULL) AS judged,
        SUM(estimated) AS estimated,
        SUM(distance) AS distance
    FROM positions
    GROUP BY setting, contender, seed, game
),
times AS (
    SELECT setting, contender,
        quantile(1000 * seconds, 0.5) AS median_ms,
        quantile(1000 * seconds, 0.95) AS p95_ms,
        1000 * MAX(seconds) AS slowest_ms
    FROM positions WHERE error IS NULL
    GROUP BY setting, contender
)
SELECT label AS setting, density, name AS engine,
    IFNULL(SUM(answers), 0) AS positions,
    COUNT(error) + IFNULL(SUM(wrong), 0) AS errors,
    IFNULL(SUM(answers - wrong - compared), 0) AS no_truth,
    IFNULL(SUM(provable), 0) AS provable,
    ratio(found, provable, 0, 1) AS recall,
    ratio_low(found, provable, 0, 1) AS recall_low,
    ratio_high(found, provable, 0, 1) AS recall_high,
    IFNULL(SUM(unsound), 0) AS unsound,
    ratio(missed, safe, 0, 1) AS needless_guess,
    ratio_low(missed, safe, 0, 1) AS guess_low,
    ratio_high(missed, safe, 0, 1) AS guess_high,
    ratio(squared, judged, 0, 1) AS brier,
    ratio_low(squared, judged, 0, 1) AS brier_low,
    ratio_high(squared, judged, 0, 1) AS brier_high,
    root(SUM(distance) / SUM(estimated)) AS distance,
    median_ms, p95_ms, slowest_ms,
    MAX(megabytes) AS mb
FROM engine_games
LEFT JOIN sums USING (setting, contender, seed, game)
LEFT JOIN times USING (setting, contender)
JOIN shown USING (setting, contender)
GROUP BY line ORDER BY line
