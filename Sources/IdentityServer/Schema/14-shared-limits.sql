-- Distinguishes unauthenticated senders (docs/decisions/0036): the address that pushed a request, the order of requests
-- within a second, and whether a client was registered openly.
ALTER TABLE pushed_requests ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE pushed_requests ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
CREATE INDEX pushed_requests_by_number ON pushed_requests(number);
ALTER TABLE dynamically_registered_clients ADD COLUMN registered_openly INTEGER NOT NULL DEFAULT 0;
