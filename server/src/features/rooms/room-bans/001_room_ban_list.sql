-- Whom the moderators of rooms keep out.
CREATE TABLE room_ban_list (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null: their account is gone.
  actor_id text REFERENCES users (id) ON DELETE SET NULL,
  -- Null: until somebody lifts it.
  until timestamptz,
  PRIMARY KEY (room_id, user_id)
);

CREATE INDEX room_ban_list_user ON room_ban_list (user_id);
CREATE INDEX room_ban_list_actor ON room_ban_list (actor_id);
