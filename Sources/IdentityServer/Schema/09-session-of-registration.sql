-- A phone that starts over removes its sessions, including one that was only used to register.
ALTER TABLE dynamically_registered_clients ADD COLUMN registered_in BLOB;
CREATE INDEX clients_of_session ON dynamically_registered_clients(registered_in) WHERE registered_in IS NOT NULL;
