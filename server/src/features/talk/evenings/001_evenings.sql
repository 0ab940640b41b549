-- Stretches of watching of rooms.
CREATE TABLE evenings (
  -- Ids rise with time.
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  -- When something last played.
  last_played_at timestamptz NOT NULL,
  -- For how long something played.
  watched_seconds double precision NOT NULL
);
CREATE INDEX evenings_room ON evenings (room_id, id DESC);
CREATE INDEX evenings_age ON evenings (started_at);

-- What played. It outlives the history of the room, and items that are gone.
CREATE TABLE evening_items (
  evening_id text NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
  media_id text NOT NULL,
  -- As it was called when it was played.
  name text NOT NULL,
  started_at timestamptz NOT NULL,
  position_seconds double precision NOT NULL,
  -- Null: not known, or a live stream.
  duration_seconds double precision,
  PRIMARY KEY (evening_id, media_id)
);

-- Members who were there while something played.
CREATE TABLE evening_people (
  evening_id text NOT NULL REFERENCES evenings (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- That of the evening.
  room_id text NOT NULL,
  came_at timestamptz NOT NULL,
  left_at timestamptz NOT NULL,
  -- 0 for those who want to be forgotten.
  watched_seconds double precision NOT NULL,
  -- They want to be forgotten: nothing more is written of them while the evening goes on. Afterwards the row goes.
  forgotten boolean NOT NULL DEFAULT false,
  PRIMARY KEY (evening_id, user_id)
);
CREATE INDEX evening_people_user ON evening_people (user_id);
CREATE INDEX evening_people_forgotten ON evening_people (evening_id) WHERE forgotten;
