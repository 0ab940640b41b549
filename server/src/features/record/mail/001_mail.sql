-- Mails that were not handed over to the SMTP server yet. A row is deleted when they were, when they are too late, or when nobody will take them.
CREATE TABLE mails (
  id text PRIMARY KEY,
  -- 'sign_in', 'password_reset', 'notice', …: for counting.
  purpose text NOT NULL,
  -- Recipient, template and values, sealed with `credential_encryption_key` for this row.
  sealed text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Afterwards the mail is of no use to anybody.
  expires_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  -- While one replica tries, the others see a time in the future: it is theirs again if that replica dies.
  next_attempt_at timestamptz NOT NULL
);

CREATE INDEX mails_next_attempt ON mails (next_attempt_at);
CREATE INDEX mails_expiry ON mails (expires_at);
