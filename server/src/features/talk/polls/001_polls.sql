CREATE TABLE polls (
  id text PRIMARY KEY,
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  creator_id text NOT NULL REFERENCES users (id),
  question text NOT NULL,
  has_several_choices boolean NOT NULL,
  is_anonymous boolean NOT NULL,
  created_at timestamptz NOT NULL,
  -- Null: somebody ends it.
  ends_at timestamptz,
  -- Null: people may vote.
  ended_at timestamptz,
  drawn_option smallint,
  version integer NOT NULL DEFAULT 1,
  -- Places of the stored events that hold what the poll says, so that it can be taken out of them.
  event_sequences bigint[] NOT NULL DEFAULT '{}'
);

-- Ids rise with time, so their order is the order in which they were opened.
CREATE INDEX polls_room ON polls (room_id, id);
CREATE INDEX polls_creator ON polls (creator_id);
-- Polls that end by themselves.
CREATE INDEX polls_end ON polls (ends_at) WHERE ended_at IS NULL;

CREATE TABLE poll_options (
  poll_id text NOT NULL REFERENCES polls (id) ON DELETE CASCADE,
  number smallint NOT NULL,
  text text NOT NULL,
  -- An item of the room's playlists, which may be gone.
  media_id text,
  PRIMARY KEY (poll_id, number)
);

CREATE TABLE poll_votes (
  poll_id text NOT NULL,
  option_number smallint NOT NULL,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  voted_at timestamptz NOT NULL,
  PRIMARY KEY (poll_id, option_number, user_id),
  FOREIGN KEY (poll_id, option_number) REFERENCES poll_options (poll_id, number) ON DELETE CASCADE
);
CREATE INDEX poll_votes_user ON poll_votes (user_id, poll_id);
