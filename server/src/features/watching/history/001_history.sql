-- What rooms have played.
CREATE TABLE playback_history (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES playback_states (room_id) ON DELETE CASCADE,
  -- The item may be gone from the library.
  media_id text NOT NULL,
  playlist_id text NOT NULL,
  -- As it was called when it was played.
  name text NOT NULL,
  -- Null: the server.
  started_by_id text,
  started_at timestamptz NOT NULL,
  -- Null: it plays now.
  ended_at timestamptz,
  -- Where it was left; where it began while it plays.
  position_seconds double precision NOT NULL,
  duration_seconds double precision
);

-- Ids rise with time.
CREATE INDEX playback_history_room ON playback_history (room_id, id DESC);
CREATE INDEX playback_history_playing ON playback_history (room_id) WHERE ended_at IS NULL;
CREATE INDEX playback_history_age ON playback_history (started_at);
CREATE INDEX playback_history_starter ON playback_history (started_by_id) WHERE started_by_id IS NOT NULL;
