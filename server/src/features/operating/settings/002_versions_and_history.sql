-- The version of all settings together; every change takes this row's lock, so changes happen one after the other.
CREATE TABLE settings_state (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  version integer NOT NULL
);
INSERT INTO settings_state (version) VALUES (0);

-- What was changed by whom. Values are without their secrets.
CREATE TABLE settings_history (
  key text NOT NULL,
  -- The version that the change made.
  version integer NOT NULL,
  from_value jsonb NOT NULL,
  to_value jsonb NOT NULL,
  secret_changed boolean NOT NULL,
  -- 'user', 'operator' or 'system'; id and name of a user as they were then, empty for the others.
  actor_kind text NOT NULL,
  actor_id text NOT NULL,
  actor_name text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (key, version)
);
