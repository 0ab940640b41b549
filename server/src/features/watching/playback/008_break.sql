-- A pause for everybody that has an end, as JSON; null: there is none.
ALTER TABLE playback_states ADD break_time jsonb;
