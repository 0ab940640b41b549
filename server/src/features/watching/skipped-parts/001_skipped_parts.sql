-- Parts that somebody marked in a room for all episodes of a series.
CREATE TABLE series_marks (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- The series by its name in small letters.
  series text NOT NULL,
  -- SkippedPartKind of the contract: 1 intro, 2 recap, 3 credits.
  kind smallint NOT NULL,
  -- From the start of the episode; of credits back from its end.
  start_seconds double precision NOT NULL,
  end_seconds double precision NOT NULL,
  marked_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, series, kind)
);

-- What a room does by itself about the parts of the item that plays. The row goes when another item begins.
CREATE TABLE skip_plans (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  media_id text NOT NULL,
  -- Where the parts begin that were skipped or kept, in seconds.
  passed jsonb NOT NULL,
  -- The skip that was announced.
  ahead jsonb
);
