-- Sign-ups that wait for a review, of every method. The account does not exist before the approval.
CREATE TABLE registration_reviews (
  id text PRIMARY KEY,
  -- Id that the account will have: credentials are bound to it already.
  user_id text NOT NULL,
  username text NOT NULL,
  username_key text NOT NULL,
  -- 'password', 'email', 'passkey' or 'oauth2'.
  method text NOT NULL,
  -- What the account will be signed in to with: [{kind, value}], as the features of the kinds stored it.
  credentials jsonb NOT NULL,
  -- Where the applicant hears of the decision; empty: nowhere.
  email text NOT NULL,
  created_at timestamptz NOT NULL,
  -- 'pending', 'approved' or 'rejected'; credentials are emptied with the decision.
  status text NOT NULL DEFAULT 'pending',
  decided_at timestamptz,
  -- Id of the user who decided, or 'operator'.
  decided_by text,
  reason text NOT NULL DEFAULT ''
);

CREATE UNIQUE INDEX registration_reviews_pending_name ON registration_reviews (username_key) WHERE status = 'pending';
CREATE INDEX registration_reviews_status ON registration_reviews (status, id);
