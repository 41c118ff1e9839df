-- Faults that an administrator has switched on, one row for each rule. AUTOINCREMENT: a number is never used again, so that a server cannot take
-- a new rule for one that it has counted before.
CREATE TABLE server_faults (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  -- The same for all rules that were switched on together.
  batch INTEGER NOT NULL,
  -- The preset's name, or the title of the file.
  name TEXT NOT NULL,
  target_kind TEXT NOT NULL CHECK (target_kind IN ('everybody', 'client', 'user', 'address')),
  target TEXT NOT NULL,
  -- A fault file (docs/faults.schema.json) with this rule alone.
  rule TEXT NOT NULL,
  hits INTEGER NOT NULL DEFAULT 0,
  -- 1: it ends with the server that was started with it.
  ends_with_server INTEGER NOT NULL DEFAULT 0
);
