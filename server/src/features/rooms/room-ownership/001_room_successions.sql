-- Rooms that get another owner when theirs leaves. A room without a row stays with its owner.
CREATE TABLE room_successions (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  -- The named member. NULL: none is named. They may have left the room since.
  heir_id text REFERENCES users (id) ON DELETE SET NULL,
  -- The room also goes over when its owner does not enter it for so many days. NULL: only when they leave.
  away_days smallint,
  -- When the owner chose this, or was found connected since. Their absence counts from here, or from a later visit.
  present_at timestamptz NOT NULL
);

CREATE INDEX room_successions_heir ON room_successions (heir_id) WHERE heir_id IS NOT NULL;
