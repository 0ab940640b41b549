-- How many seconds viewers can go back in it.
ALTER TABLE live_streams ADD COLUMN past_seconds integer NOT NULL DEFAULT 0;
