-- Backups that this installation made, or tried to. No backup holds this table: it is about the archives, not about the data.
CREATE TABLE backup_runs (
  -- The name of the archive.
  id text PRIMARY KEY,
  -- The moment of the schedule that this run is for; null: somebody asked for it.
  scheduled_for timestamptz,
  started_at timestamptz NOT NULL,
  -- Null while it runs.
  finished_at timestamptz,
  size_bytes bigint,
  row_count bigint,
  sha256 text,
  -- Null for a good one.
  failure text
);
CREATE INDEX backup_runs_started ON backup_runs (started_at);
