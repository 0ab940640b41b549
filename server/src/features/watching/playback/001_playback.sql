CREATE TABLE playback_states (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  media_id text,
  playlist_id text,
  media_name text NOT NULL,
  position_seconds double precision NOT NULL,
  speed double precision NOT NULL,
  is_playing boolean NOT NULL,
  -- Server time in milliseconds since 1970.
  at_ms double precision NOT NULL,
  start_at_ms double precision NOT NULL,
  version integer NOT NULL,
  duration_seconds double precision,
  -- {members: [{userId, username}], untilMs} while playback waits.
  waiting jsonb,
  action smallint NOT NULL,
  actor_id text,
  actor_name text NOT NULL,
  client_operation_id text,
  previous_position_seconds double precision
);
