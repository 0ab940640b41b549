-- True while a stream without beginning and end plays.
ALTER TABLE playback_states ADD is_live boolean NOT NULL DEFAULT false;
