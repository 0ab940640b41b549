-- How the session was signed in to: 'password', 'email', 'passkey', 'oauth2' or 'registration'.
ALTER TABLE sessions ADD COLUMN method text NOT NULL DEFAULT 'password';
-- Address that it was last used from.
ALTER TABLE sessions ADD COLUMN address text NOT NULL DEFAULT '';
