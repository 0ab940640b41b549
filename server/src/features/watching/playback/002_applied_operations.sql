-- Commands that were applied in the last ten minutes, with the state that they were answered with.
CREATE TABLE playback_operations (
  room_id text NOT NULL REFERENCES playback_states (room_id) ON DELETE CASCADE,
  user_id text NOT NULL,
  operation_id text NOT NULL,
  -- Server time in milliseconds since 1970.
  applied_at_ms double precision NOT NULL,
  timeline jsonb NOT NULL,
  PRIMARY KEY (room_id, user_id, operation_id)
);

CREATE INDEX playback_operations_age ON playback_operations (applied_at_ms);
