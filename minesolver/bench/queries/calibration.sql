-- By engine and bin of its estimates: how many of the cells held a mine.
SELECT name AS engine,
    bin / 20.0 AS "from",
    (bin + 1) / 20.0 AS "to",
    SUM(number) AS cells,
    SUM(estimate) / SUM(number) AS mean_estimate,
    ratio(mines, number, 0, 1) AS share_of_mines,
    ratio_low(mines, number, 0, 1) AS low,
    ratio_high(mines, number, 0, 1) AS high
FROM (SELECT contender, bin, number, estimate, mines FROM calibration)
JOIN named ON id = contender
GROUP BY contender, bin ORDER BY contender, bin
