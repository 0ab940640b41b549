-- Programme guides that were read, by a digest of their addresses. Shared by all rooms.
CREATE TABLE programme_guides (
  key text PRIMARY KEY,
  -- `asking`: a replica reads it now; `read`, `unreachable` or `not_a_guide`.
  state text NOT NULL,
  -- When it was read last; null: never. Its channels stay while it is read again.
  read_at timestamptz,
  -- From then on it is read anew.
  ends_at timestamptz NOT NULL
);
CREATE INDEX programme_guides_end ON programme_guides (ends_at);
CREATE TABLE guide_channels (
  guide_key text NOT NULL REFERENCES programme_guides (key) ON DELETE CASCADE,
  -- As the guide writes it, in small letters.
  id text NOT NULL,
  -- Names of the channel in the form in which names are compared.
  names text[] NOT NULL,
  -- StoredProgramme[] as JSON, in the order of time.
  programmes jsonb NOT NULL,
  PRIMARY KEY (guide_key, id)
);
