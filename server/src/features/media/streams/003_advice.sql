-- What its sender could do better: a list of faults with what was measured.
ALTER TABLE live_streams ADD COLUMN advice jsonb NOT NULL DEFAULT '[]';
