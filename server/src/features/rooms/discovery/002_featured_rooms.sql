CREATE TABLE featured_rooms (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  place smallint NOT NULL,
  -- Null: no end.
  ends_at timestamptz
);

-- One row: raised by each change of the list.
CREATE TABLE featured_rooms_version (
  version integer NOT NULL
);

INSERT INTO featured_rooms_version VALUES (1);
