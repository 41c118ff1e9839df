-- Devices without a browser (RFC 8628). Both codes are stored as SHA-256. `parameters` is the device's request,
-- form-encoded; `grant_id` is the user's approval; `polled` is the time of the last poll, in seconds since 1970; `pause` is
-- the required time between two polls, in seconds.
--
-- The product's own clients may use the grant from now on, as in a new database.
CREATE TABLE device_authorizations (
  device_code_hash BLOB PRIMARY KEY NOT NULL,
  user_code_hash BLOB NOT NULL UNIQUE,
  client_id TEXT NOT NULL,
  parameters TEXT NOT NULL,
  address TEXT NOT NULL,
  number INTEGER NOT NULL,
  status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'allowed', 'denied', 'used')),
  grant_id INTEGER REFERENCES grants(grant_id) ON DELETE CASCADE,
  expires INTEGER NOT NULL,
  polled INTEGER,
  pause INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX device_authorizations_by_expiry ON device_authorizations(expires);
CREATE INDEX device_authorizations_of_client ON device_authorizations(client_id, status);
CREATE INDEX device_authorizations_of_grant ON device_authorizations(grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX device_authorizations_by_number ON device_authorizations(number);

UPDATE configured_clients
SET metadata = json_insert(metadata, '$.grant_types[#]', 'urn:ietf:params:oauth:grant-type:device_code')
WHERE client_id IN ('mobile-dcr-client', 'mobile-dcr-template-client', 'rn-expo-app') AND secret_hash IS NULL
  AND json_valid(metadata) AND json_type(metadata, '$.grant_types') = 'array'
  AND NOT EXISTS (SELECT 1 FROM json_each(metadata, '$.grant_types') WHERE value = 'urn:ietf:params:oauth:grant-type:device_code');
