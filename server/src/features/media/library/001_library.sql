CREATE TABLE playlists (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  parent_id text REFERENCES playlists (id) ON DELETE CASCADE,
  name text NOT NULL,
  creator_id text NOT NULL REFERENCES users (id),
  -- Place among its siblings; only the order of the numbers means anything.
  position double precision NOT NULL,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX playlists_room ON playlists (room_id, parent_id, position);

CREATE TABLE media (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  playlist_id text NOT NULL REFERENCES playlists (id) ON DELETE CASCADE,
  name text NOT NULL,
  creator_id text NOT NULL REFERENCES users (id),
  -- MediaSource as ProtoJSON.
  source jsonb NOT NULL,
  duration_seconds double precision,
  position double precision NOT NULL,
  created_at timestamptz NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX media_playlist ON media (playlist_id, position);
