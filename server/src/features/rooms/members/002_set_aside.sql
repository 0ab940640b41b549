-- Memberships of deleted accounts, for the case that the account is restored.
CREATE TABLE room_members_set_aside (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role smallint NOT NULL,
  added_permissions smallint[] NOT NULL,
  removed_permissions smallint[] NOT NULL,
  joined_at timestamptz NOT NULL,
  version integer NOT NULL,
  PRIMARY KEY (user_id, room_id)
);
