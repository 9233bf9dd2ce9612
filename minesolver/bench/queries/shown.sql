-- Contenders by name, with the beginning of the digest where a name had several files.
CREATE TEMP VIEW IF NOT EXISTS named AS
SELECT id,
    CASE WHEN (SELECT COUNT(*) FROM contenders o WHERE o.name = c.name) > 1
        THEN name || '@' || SUBSTR(digest, 1, 8)
        ELSE name
    END AS name
FROM contenders c;
-- Settings by size, contenders as they were named: "line" is the place of a row in the tables.
CREATE TEMP VIEW IF NOT EXISTS shown AS
SELECT s.id AS setting, c.id AS contender, label, name,
    s.rules AS board,
    s.rows * s.cols AS area,
    density(s.rows, s.cols, s.mines, file) AS density,
    ROW_NUMBER() OVER (ORDER BY s.rows * s.cols, s.mines, s.id, c.id) AS line
FROM settings s, named c;
