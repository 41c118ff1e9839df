-- The protected API's payments, and how the user of a grant signed in.
ALTER TABLE grants ADD COLUMN acr TEXT;

CREATE TABLE payments (
  payment_id TEXT PRIMARY KEY NOT NULL,
  user_name TEXT NOT NULL REFERENCES users(user_name) ON DELETE CASCADE,
  account_id TEXT NOT NULL,
  creditor TEXT NOT NULL,
  cents INTEGER NOT NULL CHECK (cents > 0),
  reference TEXT NOT NULL,
  client_id TEXT NOT NULL,
  created INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX payments_of_user ON payments(user_name, created);
CREATE INDEX payments_by_age ON payments(created);
