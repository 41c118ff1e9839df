-- For clients that are being tested. Seconds that access tokens of this client are valid at most; NULL: as all others.
ALTER TABLE dynamically_registered_clients ADD COLUMN access_token_lifetime INTEGER;
