-- How an engine's median time grows with the cells of the board, where there are three sizes of one density.
WITH medians AS (
    SELECT name, board, density, area, line, quantile(seconds, 0.5) AS middle
    FROM positions JOIN shown USING (setting, contender)
    WHERE error IS NULL AND density NOT NULL
    GROUP BY line
)
SELECT name AS engine, density,
    COUNT(*) AS sizes,
    MIN(area) AS cells_from,
    MAX(area) AS cells_to,
    slope(ln(area), ln(middle)) AS exponent,
    board
FROM medians
GROUP BY name, board, density HAVING COUNT(DISTINCT area) >= 3
ORDER BY MIN(line)
