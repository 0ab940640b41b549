-- The key with which somebody sends a live stream to an item: one at a time, and of the key only its digest.
CREATE TABLE publish_keys (
  media_id text PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- SHA-256.
  digest bytea NOT NULL UNIQUE,
  creator_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  is_single_use boolean NOT NULL,
  -- NULL: it does not end by itself.
  expires_at timestamptz,
  created_at timestamptz NOT NULL
);

-- What is on the air, and which process takes it.
CREATE TABLE live_streams (
  media_id text PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  generation_id text NOT NULL UNIQUE,
  publisher_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  replica_id text NOT NULL,
  started_at timestamptz NOT NULL,
  -- Written again and again while something comes.
  beat_at timestamptz NOT NULL
);

CREATE INDEX live_streams_room ON live_streams (room_id);
