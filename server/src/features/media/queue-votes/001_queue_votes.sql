-- What members would rather see next. The votes about an item go with it, and once it has played.
CREATE TABLE queue_votes (
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  is_up boolean NOT NULL,
  voted_at timestamptz NOT NULL,
  PRIMARY KEY (media_id, user_id)
);
CREATE INDEX queue_votes_room ON queue_votes (room_id, voted_at);
CREATE INDEX queue_votes_user ON queue_votes (user_id);
