-- What people watched, over all rooms. Rooms and items may be gone.
CREATE TABLE watched_entries (
  -- Ids rise with time.
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text NOT NULL,
  media_id text NOT NULL,
  -- As it was called when it was watched.
  name text NOT NULL,
  started_at timestamptz NOT NULL,
  -- When the person was last there while it played.
  left_at timestamptz NOT NULL,
  watched_seconds double precision NOT NULL,
  -- How far the item was then.
  position_seconds double precision NOT NULL,
  -- Null: not known, or a live stream.
  duration_seconds double precision,
  finished boolean NOT NULL
);

CREATE INDEX watched_entries_user ON watched_entries (user_id, id DESC);
-- Finds the entry to go on with, and who watched along. It has no column that changes while somebody watches.
CREATE INDEX watched_entries_item ON watched_entries (room_id, media_id, user_id);
CREATE INDEX watched_entries_age ON watched_entries (started_at);

-- When it was last written who watches in a room: of all replicas one does it.
CREATE TABLE watched_beats (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  beat_at timestamptz NOT NULL
);
