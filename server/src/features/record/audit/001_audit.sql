-- What was done to the server and to accounts, and by whom. Rows are only added; they outlive the people they name.
CREATE TABLE audit_records (
  id text PRIMARY KEY,
  at timestamptz NOT NULL,
  -- 'user', 'operator' (management endpoint), 'guest', 'anonymous' or 'system'.
  actor_kind text NOT NULL,
  -- Id and name of a user at that time; empty for the others.
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  -- Dotted name of what was done: 'settings.updated'.
  action text NOT NULL,
  -- What it was done to: an id, a setting's key, or empty.
  target text NOT NULL,
  -- Whatever explains it; no secrets.
  details jsonb NOT NULL,
  address text NOT NULL,
  request_id text NOT NULL
);

CREATE INDEX audit_records_at ON audit_records (at, id);
CREATE INDEX audit_records_target ON audit_records (target, id);
CREATE INDEX audit_records_actor ON audit_records (actor_id, id);
