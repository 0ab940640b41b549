-- Rooms that were asked for, and wait for an administrator or were decided.
CREATE TABLE room_creations (
  id text PRIMARY KEY,
  creator_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Id that the room will have, or has.
  room_id text NOT NULL,
  name text NOT NULL,
  -- CreateRoomRequest as ProtoJSON, without the password.
  request jsonb NOT NULL,
  -- Emptied with the decision.
  password_record text,
  has_password boolean NOT NULL,
  -- Numbers of the contract's enum ReviewStatus.
  status smallint NOT NULL,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  decided_by text,
  reason text NOT NULL DEFAULT ''
);

CREATE INDEX room_creations_status ON room_creations (status, id);
CREATE INDEX room_creations_creator ON room_creations (creator_id);
