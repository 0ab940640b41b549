-- A picture of the item's film that the server found itself, as the feature of files describes it; null: none.
ALTER TABLE media ADD artwork jsonb;
