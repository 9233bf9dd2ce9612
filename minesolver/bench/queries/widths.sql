-- How an engine's median time grows with the width of the elimination order, fitted from width 4 on.
WITH medians AS (
    SELECT name, width,
        COUNT(seconds) AS positions,
        COUNT(error) AS errors,
        1000 * quantile(seconds, 0.5) AS ms
    FROM positions JOIN named ON id = contender
    WHERE width NOT NULL
    GROUP BY name, width
),
fits AS (
    SELECT name,
        growth(width, ln(ms)) AS factor
    FROM medians WHERE width >= 4 AND positions
    GROUP BY name HAVING COUNT(*) >= 4
)
SELECT name AS engine, width, positions, errors, ms, factor
FROM medians LEFT JOIN fits USING (name)
ORDER BY name, width
