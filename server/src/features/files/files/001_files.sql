-- Bytes that people sent, each once: equal bytes have one digest. The id is the location in the backend.
CREATE TABLE file_contents (
  id text PRIMARY KEY,
  backend text NOT NULL,
  manifest_sha256 text NOT NULL,
  size_bytes bigint NOT NULL,
  part_size_bytes bigint NOT NULL,
  -- What the bytes are, by themselves; null for text and whatever is not recognized.
  detected_type text,
  width integer,
  height integer,
  created_at timestamptz NOT NULL,
  -- Since when nothing refers to it, as far as the collection of orphans has seen.
  orphaned_at timestamptz,
  UNIQUE (backend, manifest_sha256)
);
CREATE INDEX file_contents_orphaned ON file_contents (orphaned_at) WHERE orphaned_at IS NOT NULL;

-- A use of bytes by somebody. It goes with what it belongs to.
CREATE TABLE files (
  id text PRIMARY KEY,
  kind text NOT NULL,
  content_id text NOT NULL REFERENCES file_contents (id),
  owner_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text REFERENCES rooms (id) ON DELETE CASCADE,
  playlist_id text REFERENCES playlists (id) ON DELETE CASCADE,
  media_id text REFERENCES media (id) ON DELETE CASCADE,
  message_id text REFERENCES chat_messages (id) ON DELETE CASCADE,
  -- Order within a message.
  place smallint NOT NULL DEFAULT 0,
  name text NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  duration_seconds double precision,
  waveform bytea,
  created_at timestamptz NOT NULL,
  -- Null: uploaded, and not shown anywhere yet.
  used_at timestamptz
);
CREATE INDEX files_content ON files (content_id);
CREATE INDEX files_owner ON files (owner_id, kind);
CREATE INDEX files_room ON files (room_id, kind);
CREATE INDEX files_playlist ON files (playlist_id) WHERE playlist_id IS NOT NULL;
CREATE INDEX files_media ON files (media_id) WHERE media_id IS NOT NULL;
CREATE INDEX files_message ON files (message_id, place) WHERE message_id IS NOT NULL;
CREATE INDEX files_unused ON files (created_at) WHERE used_at IS NULL;

-- Files that are on their way.
CREATE TABLE file_uploads (
  -- Becomes the id of the file.
  id text PRIMARY KEY,
  kind text NOT NULL,
  owner_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  room_id text REFERENCES rooms (id) ON DELETE CASCADE,
  playlist_id text REFERENCES playlists (id) ON DELETE CASCADE,
  media_id text REFERENCES media (id) ON DELETE CASCADE,
  name text NOT NULL,
  mime_type text NOT NULL,
  size_bytes bigint NOT NULL,
  part_size_bytes bigint NOT NULL,
  -- SHA-256 of each part in order, in hexadecimal digits.
  part_sha256 text[] NOT NULL,
  manifest_sha256 text NOT NULL,
  duration_seconds double precision,
  waveform bytea,
  backend text NOT NULL,
  -- Becomes the id of the content.
  location text NOT NULL,
  handle text NOT NULL,
  -- Set where the bytes are there already, and their owner has to prove to have them too.
  content_id text REFERENCES file_contents (id),
  proof_nonce text NOT NULL DEFAULT '',
  -- A list of {offset, length}.
  proof_ranges jsonb NOT NULL DEFAULT '[]',
  failed_proofs integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  completed_at timestamptz
);
CREATE INDEX file_uploads_owner ON file_uploads (owner_id, manifest_sha256);
CREATE INDEX file_uploads_room ON file_uploads (room_id) WHERE room_id IS NOT NULL;
CREATE INDEX file_uploads_content ON file_uploads (content_id) WHERE content_id IS NOT NULL;
CREATE INDEX file_uploads_age ON file_uploads (expires_at);

-- Locations whose bytes are to be freed.
CREATE TABLE file_removals (
  location text PRIMARY KEY,
  backend text NOT NULL,
  handle text,
  due_at timestamptz NOT NULL,
  failures integer NOT NULL DEFAULT 0
);
CREATE INDEX file_removals_due ON file_removals (due_at);

-- The backend in the database: each attempt to send a part, and its bytes in segments.
CREATE TABLE file_parts (
  id text PRIMARY KEY,
  location text NOT NULL,
  part_number integer NOT NULL,
  offset_bytes bigint NOT NULL,
  size_bytes bigint NOT NULL,
  sha256 text NOT NULL,
  segment_bytes integer NOT NULL,
  started_at timestamptz NOT NULL,
  -- Null while its bytes come.
  stored_at timestamptz
);
CREATE INDEX file_parts_location ON file_parts (location);
CREATE UNIQUE INDEX file_parts_stored ON file_parts (location, part_number) WHERE stored_at IS NOT NULL;
CREATE INDEX file_parts_unfinished ON file_parts (started_at) WHERE stored_at IS NULL;

CREATE TABLE file_segments (
  part_id text NOT NULL REFERENCES file_parts (id) ON DELETE CASCADE,
  place integer NOT NULL,
  bytes bytea NOT NULL,
  PRIMARY KEY (part_id, place)
);
-- Pictures and films are compressed already: trying to do it again costs time, and reading a piece would unpack all.
ALTER TABLE file_segments ALTER COLUMN bytes SET STORAGE EXTERNAL;
