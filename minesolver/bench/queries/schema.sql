-- What a results file holds: a row a fact (see store.py).
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE settings (id INTEGER PRIMARY KEY, label TEXT UNIQUE NOT NULL, rows INTEGER, cols INTEGER,
  mines INTEGER, rules TEXT, file TEXT, digest TEXT);
CREATE TABLE contenders (id INTEGER PRIMARY KEY, name TEXT NOT NULL, digest TEXT NOT NULL,
  UNIQUE (name, digest));
CREATE TABLE sessions (id INTEGER PRIMARY KEY, began TEXT NOT NULL, facts TEXT NOT NULL);
CREATE TABLE batches (id INTEGER PRIMARY KEY, session INTEGER NOT NULL, setting INTEGER NOT NULL,
  seed INTEGER NOT NULL, kind TEXT NOT NULL, contenders TEXT NOT NULL, first INTEGER NOT NULL,
  number INTEGER NOT NULL, worker TEXT NOT NULL, finished REAL NOT NULL, seconds REAL NOT NULL);
CREATE TABLE games (setting INTEGER, contender INTEGER, seed INTEGER, game INTEGER, batch INTEGER,
  outcome TEXT, opened INTEGER, mines_hit INTEGER, guesses INTEGER, random_picks INTEGER, score REAL,
  adjusted REAL, moves INTEGER, seconds REAL, slowest REAL, megabytes REAL, safe_moves INTEGER,
  missed INTEGER, excess REAL, late_guesses INTEGER, regret REAL, error TEXT,
  PRIMARY KEY (setting, contender, seed, game)) WITHOUT ROWID;
CREATE TABLE engine_games (setting INTEGER, contender INTEGER, seed INTEGER, game INTEGER, batch INTEGER,
  positions INTEGER, megabytes REAL, error TEXT,
  PRIMARY KEY (setting, contender, seed, game)) WITHOUT ROWID;
CREATE TABLE positions (setting INTEGER, contender INTEGER, seed INTEGER, game INTEGER, place INTEGER,
  batch INTEGER, cells INTEGER, hidden INTEGER, width INTEGER, states INTEGER, provable INTEGER,
  found INTEGER, unsound INTEGER, safe_exists INTEGER, safe_found INTEGER, estimated INTEGER,
  squared REAL, distance REAL, seconds REAL, error TEXT,
  PRIMARY KEY (setting, contender, seed, game, place)) WITHOUT ROWID;
CREATE TABLE calibration (setting INTEGER, contender INTEGER, seed INTEGER, game INTEGER, bin INTEGER,
  batch INTEGER, number INTEGER, estimate REAL, mines INTEGER,
  PRIMARY KEY (setting, contender, seed, game, bin)) WITHOUT ROWID;
