CREATE TABLE room_members (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role smallint NOT NULL,
  -- Numbers of the contract's enum Permission.
  added_permissions smallint[] NOT NULL DEFAULT '{}',
  removed_permissions smallint[] NOT NULL DEFAULT '{}',
  joined_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1,
  PRIMARY KEY (room_id, user_id)
);

CREATE INDEX room_members_user ON room_members (user_id);

CREATE TABLE room_kicks (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  until timestamptz NOT NULL,
  PRIMARY KEY (room_id, user_id)
);
