-- Accounts by a name alone. The first credential makes them accounts like all others.
ALTER TABLE users ADD COLUMN instant boolean NOT NULL DEFAULT false;

CREATE INDEX users_instant ON users (created_at) WHERE instant;
