-- Set for pictures that the server can decode, once they were looked at and stripped of their metadata.
ALTER TABLE file_contents ADD thumbhash bytea, ADD frames integer;

-- Whoever has it reads the file; null: who reads it depends on something else.
ALTER TABLE files ADD read_key text;

-- Smaller ones of a picture.
CREATE TABLE file_variants (
  content_id text NOT NULL REFERENCES file_contents (id) ON DELETE CASCADE,
  -- Width and type, as in `320.webp`.
  name text NOT NULL,
  backend text NOT NULL,
  location text NOT NULL,
  size_bytes bigint NOT NULL,
  PRIMARY KEY (content_id, name)
);

-- Smaller ones that are to be made. Whoever makes them puts `due_at` off, so that nobody else does meanwhile.
CREATE TABLE file_variant_jobs (
  content_id text PRIMARY KEY REFERENCES file_contents (id) ON DELETE CASCADE,
  names text[] NOT NULL,
  due_at timestamptz NOT NULL,
  attempts integer NOT NULL DEFAULT 0
);
CREATE INDEX file_variant_jobs_due ON file_variant_jobs (due_at);

CREATE FUNCTION free_file_variant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removals (location, backend, due_at) VALUES (OLD.location, OLD.backend, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER file_variants_freed AFTER DELETE ON file_variants FOR EACH ROW EXECUTE FUNCTION free_file_variant();

-- Whoever shows another picture, or none, frees the one before it. The argument is the name of the column.
CREATE FUNCTION free_shown_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM files WHERE id = to_jsonb(OLD) -> TG_ARGV[0] ->> 'id';
  RETURN NULL;
END $$;

CREATE TRIGGER users_avatar_freed AFTER UPDATE OF avatar ON users FOR EACH ROW
  WHEN (OLD.avatar ->> 'id' IS DISTINCT FROM NEW.avatar ->> 'id') EXECUTE FUNCTION free_shown_picture('avatar');
CREATE TRIGGER rooms_cover_freed AFTER UPDATE OF cover ON rooms FOR EACH ROW
  WHEN (OLD.cover ->> 'id' IS DISTINCT FROM NEW.cover ->> 'id') EXECUTE FUNCTION free_shown_picture('cover');
CREATE TRIGGER playlists_cover_freed AFTER UPDATE OF cover ON playlists FOR EACH ROW
  WHEN (OLD.cover ->> 'id' IS DISTINCT FROM NEW.cover ->> 'id') EXECUTE FUNCTION free_shown_picture('cover');
CREATE TRIGGER media_cover_freed AFTER UPDATE OF cover ON media FOR EACH ROW
  WHEN (OLD.cover ->> 'id' IS DISTINCT FROM NEW.cover ->> 'id') EXECUTE FUNCTION free_shown_picture('cover');
CREATE TRIGGER media_thumbnail_freed AFTER UPDATE OF uploaded_thumbnail ON media FOR EACH ROW
  WHEN (OLD.uploaded_thumbnail ->> 'id' IS DISTINCT FROM NEW.uploaded_thumbnail ->> 'id')
  EXECUTE FUNCTION free_shown_picture('uploaded_thumbnail');
