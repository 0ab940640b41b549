-- The confirmed address of an account.
CREATE TABLE user_emails (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- As mails are sent to it.
  address text NOT NULL,
  -- Lower case: two addresses that differ in case only are one.
  key text NOT NULL UNIQUE,
  verified_at timestamptz NOT NULL
);

-- What was asked for at an address and not worked on yet. Every request gets a row, whether an account has the address or not, so
-- that the answer takes the same time.
CREATE TABLE email_requests (
  id text PRIMARY KEY,
  -- 'sign_in', 'registration', 'verification' or 'password_reset'.
  purpose text NOT NULL,
  address text NOT NULL,
  key text NOT NULL,
  -- Who asks for a verification; empty for the others.
  user_id text NOT NULL,
  language text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Codes that were mailed and can be used. Using one deletes it, and the others of its purpose and subject.
CREATE TABLE email_tokens (
  id text PRIMARY KEY,
  purpose text NOT NULL,
  -- What the code is for, beside its purpose: an address, a user and an address, or an MFA session.
  subject text NOT NULL,
  -- Whose account; empty for a registration.
  user_id text NOT NULL,
  address text NOT NULL,
  -- Keyed hash of purpose, subject and code.
  hash bytea NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);

CREATE INDEX email_tokens_subject ON email_tokens (purpose, subject);
CREATE INDEX email_tokens_user ON email_tokens (user_id);
CREATE INDEX email_tokens_expiry ON email_tokens (expires_at);
