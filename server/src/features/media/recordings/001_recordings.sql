-- Recordings of live streams until each is an item of its room.
CREATE TABLE recordings (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- The live stream. It may be deleted while its recording becomes an item.
  media_id text NOT NULL,
  playlist_id text NOT NULL,
  -- Of the live stream.
  name text NOT NULL,
  starter_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  state text NOT NULL CHECK (state IN ('waiting', 'recording', 'stopping', 'saving', 'ended')),
  -- Why it ended before somebody stopped it; NULL: it did not.
  fault text,
  -- True: it goes on with one whose process is gone, and nobody waits for another broadcast.
  is_continued boolean NOT NULL,
  -- The process that has its files; empty: none yet.
  replica_id text NOT NULL,
  beat_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  -- How many of its files are items by now.
  saved_parts integer NOT NULL DEFAULT 0
);

CREATE INDEX recordings_media ON recordings (media_id, id);
CREATE INDEX recordings_room ON recordings (room_id);
CREATE INDEX recordings_starter ON recordings (starter_id);
CREATE UNIQUE INDEX recordings_active ON recordings (media_id) WHERE state IN ('waiting', 'recording');
