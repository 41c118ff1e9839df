-- Tokens that are bound to a key (RFC 9449) or meant for a resource (RFC 8707), and pushed requests (RFC 9126).
--
-- `dpop_jkt` is a JWK thumbprint (RFC 7638) in base64url, `resource` a JSON array of URIs; NULL: no key, no particular
-- resource. A pushed request is found by the SHA-256 of its `request_uri`; its parameters are stored form-encoded, and
-- `browser_hash` is the first browser that presented it.
ALTER TABLE authorization_codes ADD COLUMN dpop_jkt TEXT;
ALTER TABLE tokens ADD COLUMN dpop_jkt TEXT;
ALTER TABLE tokens ADD COLUMN resource TEXT;
ALTER TABLE grants ADD COLUMN resource TEXT;

CREATE TABLE pushed_requests (
  request_uri_hash BLOB PRIMARY KEY NOT NULL,
  client_id TEXT NOT NULL,
  parameters TEXT NOT NULL,
  browser_hash BLOB,
  expires INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX pushed_requests_by_expiry ON pushed_requests(expires);
CREATE INDEX pushed_requests_of_client ON pushed_requests(client_id, expires);
