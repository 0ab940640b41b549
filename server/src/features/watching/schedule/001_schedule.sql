-- The scheduled start of a room. The row stays when the start is past or cancelled, so that the version never falls.
CREATE TABLE schedules (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  id text NOT NULL,
  -- NULL: cancelled.
  starts_at timestamptz,
  title text NOT NULL,
  note text NOT NULL,
  starts_film boolean NOT NULL,
  -- True once a replica has dealt with the start of the film.
  is_settled boolean NOT NULL DEFAULT false,
  version integer NOT NULL
);

CREATE INDEX schedules_films ON schedules (starts_at) WHERE starts_film AND NOT is_settled;
