CREATE TABLE room_categories (
  id text PRIMARY KEY,
  name text NOT NULL,
  -- Language tag to name.
  names jsonb NOT NULL,
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE TABLE room_labels (
  id text PRIMARY KEY,
  name text NOT NULL,
  names jsonb NOT NULL,
  color text NOT NULL,
  category_id text REFERENCES room_categories (id) ON DELETE SET NULL,
  position integer NOT NULL,
  version integer NOT NULL DEFAULT 1
);

CREATE INDEX room_labels_category ON room_labels (category_id);

CREATE TABLE room_category_links (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  category_id text NOT NULL REFERENCES room_categories (id) ON DELETE CASCADE
);

-- Ids of rooms rise with time, so a category has its rooms in the order in which they were made.
CREATE INDEX room_category_links_rooms ON room_category_links (category_id, room_id);

CREATE TABLE room_label_links (
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  label_id text NOT NULL REFERENCES room_labels (id) ON DELETE CASCADE,
  place smallint NOT NULL,
  PRIMARY KEY (room_id, label_id)
);

CREATE INDEX room_label_links_rooms ON room_label_links (label_id, room_id);
