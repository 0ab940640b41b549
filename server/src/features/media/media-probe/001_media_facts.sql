-- What the server has found in films, by reading a little of each.
CREATE TABLE media_facts (
  media_id text PRIMARY KEY REFERENCES media (id) ON DELETE CASCADE,
  -- The source that was read: of another one these say nothing.
  source_version integer NOT NULL,
  -- MediaFacts as ProtoJSON.
  facts jsonb NOT NULL,
  read_at timestamptz NOT NULL
);
