-- The picture that is shown, as the feature of files describes it; null: none.
ALTER TABLE users ADD avatar jsonb;
