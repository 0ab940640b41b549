-- The item that the start is for. NULL: what is chosen then, or the first one. It may be gone from the library.
ALTER TABLE schedules ADD COLUMN media_id text;
