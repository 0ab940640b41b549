-- Who suggested an item that somebody else added.
ALTER TABLE media ADD COLUMN suggester_id text REFERENCES users (id) ON DELETE SET NULL;
CREATE INDEX media_suggester ON media (suggester_id) WHERE suggester_id IS NOT NULL;
