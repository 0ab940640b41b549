-- Accounts that people have with providers of media.
CREATE TABLE provider_accounts (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  provider text NOT NULL,
  -- The server that the account is on, and its name there; for people.
  host text NOT NULL,
  name text NOT NULL,
  -- Credentials as JSON, sealed for this account.
  sealed_credentials text NOT NULL,
  created_at timestamptz NOT NULL,
  UNIQUE (user_id, provider, host, name)
);
