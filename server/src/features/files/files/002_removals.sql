-- Whatever takes a content or an upload away, also a cascade from a room or an account, its bytes are freed later.
CREATE FUNCTION free_file_content() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO file_removals (location, backend, due_at) VALUES (OLD.id, OLD.backend, now()) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER file_contents_freed AFTER DELETE ON file_contents FOR EACH ROW EXECUTE FUNCTION free_file_content();

CREATE FUNCTION free_file_upload() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.content_id IS NULL AND NOT EXISTS (SELECT FROM file_contents WHERE id = OLD.location) THEN
    INSERT INTO file_removals (location, backend, handle, due_at) VALUES (OLD.location, OLD.backend, OLD.handle, now())
    ON CONFLICT DO NOTHING;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER file_uploads_freed AFTER DELETE ON file_uploads FOR EACH ROW EXECUTE FUNCTION free_file_upload();
