-- Votes about the item that plays now: they go when another one begins.
CREATE TABLE skip_votes (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  media_id text NOT NULL,
  PRIMARY KEY (room_id, user_id)
);

CREATE INDEX skip_votes_user ON skip_votes (user_id);
