-- Which entry of a dynamic playlist played: what starts it again, and its name among the entries.
ALTER TABLE chat_messages ADD COLUMN playback_target text;
ALTER TABLE chat_messages ADD COLUMN playback_target_hash text;
