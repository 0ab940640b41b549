CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
-- The order of a dictionary, with numbers as numbers: `Part 2` is before `Part 10`.
CREATE COLLATION natural_order (provider = icu, locale = 'und-u-kn-true');

-- What lists ask about the source of an item: its provider, and the account by which it is loaded (null: none).
ALTER TABLE media ADD COLUMN provider text NOT NULL DEFAULT 'direct_url';
ALTER TABLE media ADD COLUMN account_id text;
UPDATE media SET provider = 'webdav', account_id = source->'webdav'->>'accountId' WHERE source ? 'webdav';
ALTER TABLE media ALTER COLUMN provider DROP DEFAULT;

-- Ids rise with time, so this is the order in which items were added to a room.
CREATE INDEX media_room ON media (room_id, id);
CREATE INDEX media_name ON media USING gin (room_id, name gin_trgm_ops);
