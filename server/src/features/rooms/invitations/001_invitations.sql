-- Links by which people of a room let others in.
CREATE TABLE room_invitations (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- SHA-256 of the token, which is nowhere else.
  token_hash bytea NOT NULL UNIQUE,
  creator_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL,
  -- Null: never.
  expires_at timestamptz,
  -- Null: any number.
  max_uses integer,
  use_count integer NOT NULL DEFAULT 0,
  revoked_at timestamptz
);

CREATE INDEX room_invitations_room ON room_invitations (room_id, id);
CREATE INDEX room_invitations_creator ON room_invitations (creator_id);

CREATE TABLE room_invitation_uses (
  invitation_id text NOT NULL REFERENCES room_invitations (id) ON DELETE CASCADE,
  -- Counts from 1.
  number integer NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  used_at timestamptz NOT NULL,
  PRIMARY KEY (invitation_id, number)
);

CREATE INDEX room_invitation_uses_user ON room_invitation_uses (user_id);
