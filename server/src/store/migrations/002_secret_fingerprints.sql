-- What the secrets of the configuration were when the data was written: keyed hashes, of which no secret can be told.
CREATE TABLE secret_fingerprints (
  key text PRIMARY KEY,
  fingerprint text NOT NULL
);
