-- Which entry of a dynamic playlist plays.
ALTER TABLE playback_states ADD COLUMN target_hash text;
