-- Both go with the membership: who leaves or is put out has neither a favourite nor visits any more.
CREATE TABLE room_favorites (
  room_id text NOT NULL,
  user_id text NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, user_id),
  FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
);

CREATE INDEX room_favorites_user ON room_favorites (user_id, created_at DESC);

CREATE TABLE room_visits (
  room_id text NOT NULL,
  user_id text NOT NULL,
  -- Begin of the last visit that was counted.
  visited_at timestamptz NOT NULL,
  count integer NOT NULL,
  PRIMARY KEY (room_id, user_id),
  FOREIGN KEY (room_id, user_id) REFERENCES room_members (room_id, user_id) ON DELETE CASCADE
);

-- When somebody was in a room last.
CREATE INDEX room_visits_latest ON room_visits (room_id, visited_at DESC);
