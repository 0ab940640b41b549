-- Deleted rooms are not listed, and rooms that are restored are again.
CREATE OR REPLACE FUNCTION list_room() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_listed boolean := false;
BEGIN
  IF NEW.visibility = 1 AND NEW.status = 1 AND NEW.deleted_at IS NULL THEN
    -- Shared: whoever bans or deletes the account meanwhile waits, and then finds the room.
    SELECT NOT banned AND deleted_at IS NULL INTO is_listed FROM users WHERE id = NEW.creator_id FOR SHARE;
  END IF;
  IF is_listed THEN
    INSERT INTO listed_rooms (room_id, name, words)
    VALUES (NEW.id, lower(NEW.name), ' ' || lower(NEW.name) || ' ' || lower(NEW.description))
    ON CONFLICT (room_id) DO UPDATE SET name = excluded.name, words = excluded.words;
  ELSE
    DELETE FROM listed_rooms WHERE room_id = NEW.id;
  END IF;
  RETURN NULL;
END
$$;

DROP TRIGGER rooms_listed ON rooms;
CREATE TRIGGER rooms_listed
  AFTER INSERT OR UPDATE OF name, description, visibility, status, creator_id, deleted_at ON rooms
  FOR EACH ROW EXECUTE FUNCTION list_room();

CREATE OR REPLACE FUNCTION list_rooms_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.banned OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM listed_rooms WHERE room_id IN (SELECT id FROM rooms WHERE creator_id = NEW.id);
  ELSE
    INSERT INTO listed_rooms (room_id, name, words)
    SELECT id, lower(name), ' ' || lower(name) || ' ' || lower(description)
    FROM rooms WHERE creator_id = NEW.id AND visibility = 1 AND status = 1 AND deleted_at IS NULL
    ON CONFLICT (room_id) DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;
