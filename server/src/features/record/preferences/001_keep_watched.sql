-- What the person watches is kept for them.
ALTER TABLE user_preferences ADD COLUMN keep_watched boolean NOT NULL DEFAULT true;
