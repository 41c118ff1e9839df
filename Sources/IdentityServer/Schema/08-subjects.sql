-- The users' subjects for clients: a subject is never given to a second user (OpenID Connect Core §2, §8).
--
-- A subject is the user name if no earlier user had it, else a random UUID (RFC 9562 §5.4); with the policy `uuid` it is
-- always a UUID. Triggers assign it for every writer: the server, a command, or a person with an SQL prompt. `subjects`
-- keeps every subject that was ever given; its rows are never deleted.
--
-- Until now the subject was the user name, so every name in the database counts as given: those of current users, of
-- users who registered a client, and of users with an account at the application server.
CREATE TABLE subjects (subject TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
INSERT INTO subjects SELECT user_name FROM users
  UNION SELECT authenticated_user FROM dynamically_registered_clients WHERE authenticated_user IS NOT NULL
  UNION SELECT subject FROM application_accounts;
CREATE TABLE server_policies (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;

ALTER TABLE users ADD COLUMN subject TEXT;
UPDATE users SET subject = user_name;
CREATE UNIQUE INDEX users_by_subject ON users(subject);

CREATE TRIGGER subject_given AFTER UPDATE OF subject ON users WHEN NEW.subject IS NOT OLD.subject BEGIN
  INSERT INTO subjects VALUES (NEW.subject);
END;
CREATE TRIGGER user_added AFTER INSERT ON users BEGIN
  UPDATE users SET subject = iif(
    EXISTS (SELECT 1 FROM subjects WHERE subject = NEW.user_name)
      OR EXISTS (SELECT 1 FROM server_policies WHERE name = 'subjects' AND value = 'uuid'),
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))),
    NEW.user_name)
  WHERE user_name = NEW.user_name;
END;
