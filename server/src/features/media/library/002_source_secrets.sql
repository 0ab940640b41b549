-- What only the server may know of the source, sealed for this item; null: nothing.
ALTER TABLE media ADD COLUMN sealed_secrets text;
-- Raised when the source changes, so that addresses of what it was before lead nowhere.
ALTER TABLE media ADD COLUMN source_version integer NOT NULL DEFAULT 1;
