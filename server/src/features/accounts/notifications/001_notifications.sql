-- One row for each account that was told something. Whoever changes its notifications locks it first.
CREATE TABLE notification_boxes (
  user_id text PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  -- Place of the latest notification.
  place integer NOT NULL
);

-- What administrators say to all accounts. Stored once; each account gets a row for it when its owner looks.
CREATE TABLE announcements (
  id text PRIMARY KEY,
  title text NOT NULL,
  text text NOT NULL,
  -- Empty: none.
  link text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Id of a user, or 'operator'.
  created_by text NOT NULL
);

CREATE TABLE notifications (
  id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- Rises with each thing that the account is told.
  place integer NOT NULL,
  -- Things with the same key count up in one row while it is unread.
  group_key text NOT NULL,
  -- The case of the contract's Notification.content.
  kind text NOT NULL,
  -- Its value as ProtoJSON; that of announcements is in their table.
  content jsonb NOT NULL,
  -- Null: nobody, or nobody who is told.
  actor_id text,
  -- Null: no room. The room may be gone.
  room_id text,
  room_name text NOT NULL,
  announcement_id text,
  count integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  read_at timestamptz,
  -- When a mail said it; null: none yet.
  mailed_at timestamptz
);

CREATE UNIQUE INDEX notifications_place ON notifications (user_id, place DESC);
CREATE UNIQUE INDEX notifications_unread ON notifications (user_id, group_key) WHERE read_at IS NULL;
CREATE INDEX notifications_actor ON notifications (actor_id) WHERE actor_id IS NOT NULL;
CREATE INDEX notifications_announcement ON notifications (announcement_id) WHERE announcement_id IS NOT NULL;
CREATE INDEX notifications_updated ON notifications (updated_at);

-- What accounts were told already, so that nobody is told a thing twice.
CREATE TABLE notification_things (
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  thing text NOT NULL,
  told_at timestamptz NOT NULL,
  PRIMARY KEY (user_id, thing)
);

CREATE INDEX notification_things_told ON notification_things (told_at);
