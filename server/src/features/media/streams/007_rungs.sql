-- The smaller versions of it that viewers may choose.
ALTER TABLE live_streams ADD COLUMN rungs text[] NOT NULL DEFAULT '{}';
