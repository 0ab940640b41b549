CREATE TABLE sessions (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- The user's credential version at sign-in.
  credential_version integer NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz NOT NULL,
  revoked_at timestamptz
);

CREATE INDEX sessions_user ON sessions (user_id);

CREATE TABLE refresh_tokens (
  -- SHA-256 of the token; the token itself is nowhere.
  hash bytea PRIMARY KEY,
  session_id text NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);
