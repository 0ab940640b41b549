-- How many items a playlist has, without those that were made for entries of dynamic playlists. Counting a thousand items
-- took longer than reading a page of them, and a search counted those of all playlists.
ALTER TABLE playlists ADD COLUMN item_count integer NOT NULL DEFAULT 0;
UPDATE playlists p SET item_count = c.items
FROM (SELECT playlist_id, count(*) AS items FROM media WHERE target_hash IS NULL GROUP BY playlist_id) c
WHERE p.id = c.playlist_id;

CREATE FUNCTION count_playlist_items() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE playlists p SET item_count = p.item_count + CASE TG_OP WHEN 'INSERT' THEN c.items ELSE -c.items END
  FROM (SELECT playlist_id, count(*) AS items FROM changed WHERE target_hash IS NULL GROUP BY playlist_id) c
  WHERE p.id = c.playlist_id;
  RETURN NULL;
END $$;
CREATE TRIGGER media_counted AFTER INSERT ON media REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_playlist_items();
CREATE TRIGGER media_uncounted AFTER DELETE ON media REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_playlist_items();

CREATE FUNCTION count_moved_item() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE playlists SET item_count = item_count - 1 WHERE id = OLD.playlist_id;
  UPDATE playlists SET item_count = item_count + 1 WHERE id = NEW.playlist_id;
  RETURN NULL;
END $$;
CREATE TRIGGER media_moved AFTER UPDATE OF playlist_id ON media FOR EACH ROW
  WHEN (OLD.playlist_id <> NEW.playlist_id AND NEW.target_hash IS NULL)
  EXECUTE FUNCTION count_moved_item();
