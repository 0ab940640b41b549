-- The item that members hear in a loop until the start. NULL: none. It may be gone from the library.
ALTER TABLE schedules ADD COLUMN music_media_id text;
