CREATE TABLE rooms (
  id text PRIMARY KEY,
  name text NOT NULL,
  description text NOT NULL,
  creator_id text NOT NULL REFERENCES users (id),
  status smallint NOT NULL,
  visibility smallint NOT NULL,
  password_record text,
  -- RoomSettings as ProtoJSON; what is absent has its default.
  settings jsonb NOT NULL DEFAULT '{}',
  settings_version integer NOT NULL DEFAULT 1,
  -- Raised when guest access narrows; guest tokens of an older version are void.
  guest_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);

CREATE INDEX rooms_creator ON rooms (creator_id);
CREATE INDEX rooms_feed ON rooms (created_at DESC) WHERE visibility = 1 AND status = 1;
