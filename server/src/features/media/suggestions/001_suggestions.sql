-- What members suggest for the playlists, until somebody takes or declines it.
CREATE TABLE suggestions (
  -- The id that the item gets: its secrets are sealed for that one.
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name text NOT NULL,
  -- MediaSource as ProtoJSON, without its secrets.
  source jsonb NOT NULL,
  sealed_secrets text,
  provider text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Ids rise with time, so their order is the order in which they were made.
CREATE INDEX suggestions_room ON suggestions (room_id, id);
CREATE INDEX suggestions_user ON suggestions (user_id);
