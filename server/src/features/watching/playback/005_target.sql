-- What starts that entry again, sealed: chat messages keep it.
ALTER TABLE playback_states ADD COLUMN target text;
