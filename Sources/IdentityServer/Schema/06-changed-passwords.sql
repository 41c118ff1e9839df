-- A changed password ends the user's sessions, codes and tokens, so that anyone who knew the old one loses access.
-- Registered clients stay. It is a trigger because passwords come from the administrator's page, commands, the
-- configuration at a start and SQL prompts. A user's first password ends nothing.
CREATE TRIGGER password_changed AFTER UPDATE OF password_hash ON users
WHEN OLD.password_hash IS NOT NULL AND NEW.password_hash IS NOT OLD.password_hash BEGIN
  DELETE FROM sso_sessions WHERE user_name = NEW.user_name;
  UPDATE grants SET revoked = 1 WHERE user_name = NEW.user_name AND revoked = 0;
END;
