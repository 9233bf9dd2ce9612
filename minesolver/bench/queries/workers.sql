-- Batches, games times contenders, seconds of work, and how many workers there were.
SELECT COUNT(*), IFNULL(SUM(number), 0), TOTAL(seconds), COUNT(DISTINCT worker) FROM batches
