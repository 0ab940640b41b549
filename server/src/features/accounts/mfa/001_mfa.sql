-- Accounts that ask for a second factor.
CREATE TABLE two_factor_accounts (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  enabled_at timestamptz NOT NULL
);

CREATE TABLE totp_factors (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Base32 secret, sealed with `credential_encryption_key` for this user.
  secret text NOT NULL,
  -- Last time step (30 s since 1970) of which a code was accepted: only later ones are.
  last_step integer NOT NULL,
  created_at timestamptz NOT NULL
);

-- Recovery codes that are left; using one deletes it.
CREATE TABLE recovery_codes (
  user_id text NOT NULL REFERENCES totp_factors (user_id) ON DELETE CASCADE,
  -- Keyed hash of the code and the user.
  hash bytea NOT NULL,
  PRIMARY KEY (user_id, hash)
);

-- What somebody chose; no row: nothing yet.
CREATE TABLE user_preferences (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- RFC 5646; empty: that of the browser.
  language text NOT NULL,
  theme smallint NOT NULL,
  email_notifications boolean NOT NULL
);
