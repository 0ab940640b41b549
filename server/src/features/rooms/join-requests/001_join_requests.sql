-- Requests to become a member of a room. One that is withdrawn, or not needed any more, is deleted.
CREATE TABLE join_requests (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  note text NOT NULL,
  -- Numbers of the contract's enum ReviewStatus.
  status smallint NOT NULL,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  reason text NOT NULL DEFAULT '',
  -- A rejected one: when the person may ask again.
  cooldown_until timestamptz
);

-- One request of one person at a time.
CREATE UNIQUE INDEX join_requests_pending ON join_requests (room_id, user_id) WHERE status = 1;
CREATE INDEX join_requests_room ON join_requests (room_id, status, id);
CREATE INDEX join_requests_status ON join_requests (status, id);
CREATE INDEX join_requests_user ON join_requests (user_id, room_id, id);
