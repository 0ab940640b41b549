-- What somebody added, when they come, go or are banned.
CREATE INDEX media_creator ON media (creator_id);
CREATE INDEX playlists_creator ON playlists (creator_id) WHERE target IS NOT NULL;
