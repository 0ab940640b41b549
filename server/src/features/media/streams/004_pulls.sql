-- Of a stream that this server pulls from elsewhere, how that is going; NULL: somebody sends it here.
ALTER TABLE live_streams ADD COLUMN pull jsonb;
