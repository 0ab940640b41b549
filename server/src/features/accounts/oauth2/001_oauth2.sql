-- Accounts elsewhere that users sign in with. A link stays when the operator takes its provider instance away.
CREATE TABLE oauth2_links (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Instance name of the provider.
  instance text NOT NULL,
  -- Issuer and subject together name the account elsewhere. The issuer is here so that an instance that is pointed at another
  -- issuer signs nobody in to accounts of the first one.
  issuer text NOT NULL,
  subject text NOT NULL,
  -- Name of the account elsewhere when it was linked; for people only.
  account_name text NOT NULL,
  linked_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, instance),
  UNIQUE (instance, issuer, subject)
);
