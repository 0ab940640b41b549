-- Where other processes read a stream from the one that takes it, scheme, host and port; empty: nowhere.
ALTER TABLE live_streams ADD COLUMN relay_address text NOT NULL DEFAULT '';
-- Since when nothing comes any more; NULL: it is on the air.
ALTER TABLE live_streams ADD COLUMN interrupted_at timestamptz;
