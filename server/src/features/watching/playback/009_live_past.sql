-- While the past of a live stream is watched, the server time that position 0 stands for; null: it is not.
ALTER TABLE playback_states ADD live_from_ms double precision;
