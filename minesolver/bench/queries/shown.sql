-- Settings by size, contenders as they were named: "line" is the place of a row in the tables.
CREATE TEMP VIEW IF NOT EXISTS shown AS
SELECT s.id AS setting, c.id AS contender, label, name,
    s.rules AS board,
    s.rows * s.cols AS area,
    density(s.rows, s.cols, s.mines, file) AS density,
    ROW_NUMBER() OVER (ORDER BY s.rows * s.cols, s.mines, s.id, c.id) AS line
FROM settings s, contenders c
