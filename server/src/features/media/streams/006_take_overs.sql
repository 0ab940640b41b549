-- When it took the place of another stream that was still sent; NULL: it did not.
ALTER TABLE live_streams ADD COLUMN took_over_at timestamptz;
