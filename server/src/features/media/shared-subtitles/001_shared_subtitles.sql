CREATE TABLE shared_subtitles (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  media_id text NOT NULL REFERENCES media (id) ON DELETE CASCADE,
  creator_id text NOT NULL REFERENCES users (id),
  name text NOT NULL,
  language text NOT NULL,
  -- WebVTT.
  text text NOT NULL,
  created_at timestamptz NOT NULL
);

-- Ids rise with time, so their order is the order in which they were given.
CREATE INDEX shared_subtitles_room ON shared_subtitles (room_id, id);
CREATE INDEX shared_subtitles_media ON shared_subtitles (media_id);
CREATE INDEX shared_subtitles_creator ON shared_subtitles (creator_id);
