-- The pictures that are shown, as the feature of files describes them; null: none.
ALTER TABLE playlists ADD cover jsonb;
ALTER TABLE media ADD cover jsonb, ADD uploaded_thumbnail jsonb;
