-- The check of a room: everybody is asked whether they are ready.
CREATE TABLE ready_checks (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  id text NOT NULL,
  starter_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  starter_name text NOT NULL,
  media_id text NOT NULL,
  ends_at_ms double precision NOT NULL,
  -- Who was present at some time since it began, guests too, with their answers.
  people jsonb NOT NULL
);

CREATE INDEX ready_checks_starter ON ready_checks (starter_id);
