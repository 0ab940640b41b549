-- What those who caused the state were called then.
ALTER TABLE playback_states ADD actor_display_name text NOT NULL DEFAULT '';
