-- Decides the order of the shuffle; drawn when something begins to play.
ALTER TABLE playback_states ADD COLUMN shuffle_seed integer NOT NULL DEFAULT 0;
