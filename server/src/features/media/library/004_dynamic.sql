-- Who looks into a playlist: numbers of the contract's enum BrowseAccess.
ALTER TABLE playlists ADD COLUMN browse_access smallint NOT NULL DEFAULT 1;
-- What a dynamic playlist lists, DynamicTarget as ProtoJSON, and the account by which it is read. Null: it is not dynamic.
ALTER TABLE playlists ADD COLUMN target jsonb;
ALTER TABLE playlists ADD COLUMN account_id text;

-- Of an item that was played from a dynamic playlist: which entry it is, and in which folder. Lists leave these items out.
ALTER TABLE media ADD COLUMN target_hash text;
ALTER TABLE media ADD COLUMN target_folder text;
CREATE UNIQUE INDEX media_target ON media (playlist_id, target_hash) WHERE target_hash IS NOT NULL;
