-- Who comes to a scheduled start. Answers to a former start do not count.
CREATE TABLE schedule_answers (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  schedule_id text NOT NULL,
  -- ScheduleAnswer of the contract: 1 yes, 2 maybe, 3 no.
  answer smallint NOT NULL,
  answered_at timestamptz NOT NULL,
  PRIMARY KEY (room_id, user_id)
);
CREATE INDEX schedule_answers_user ON schedule_answers (user_id);

-- Raised by each answer. Apart from the version of the start, which calendars follow.
ALTER TABLE schedules ADD COLUMN answers_version integer NOT NULL DEFAULT 0;
