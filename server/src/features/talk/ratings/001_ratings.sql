CREATE TABLE item_ratings (
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- 1 for the worst to 5 for the best.
  face smallint NOT NULL,
  rated_at timestamptz NOT NULL,
  PRIMARY KEY (media_id, user_id)
);
CREATE INDEX item_ratings_room ON item_ratings (room_id, rated_at);
CREATE INDEX item_ratings_user ON item_ratings (user_id);
