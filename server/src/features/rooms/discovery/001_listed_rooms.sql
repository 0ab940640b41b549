-- Rooms that the feeds show: public and open, of somebody with an active account. Triggers keep them, so whatever changes a room or an
-- account keeps them true. Ids rise with time, so the primary key has the rooms in the order in which they were made.
CREATE TABLE listed_rooms (
  room_id text PRIMARY KEY REFERENCES rooms (id) ON DELETE CASCADE,
  -- In lower case.
  name text NOT NULL,
  -- Name and description in lower case, with a blank before each.
  words text NOT NULL
);

-- The sum is how many rooms are listed. Every change adds a row and takes together the rows that nobody else holds, so there are only a
-- few, and nobody waits for anybody.
CREATE TABLE listed_room_counts (
  rooms integer NOT NULL
);

INSERT INTO listed_rooms (room_id, name, words)
SELECT rooms.id, lower(rooms.name), ' ' || lower(rooms.name) || ' ' || lower(rooms.description)
FROM rooms JOIN users ON users.id = rooms.creator_id
WHERE rooms.visibility = 1 AND rooms.status = 1 AND NOT users.banned AND users.deleted_at IS NULL;

INSERT INTO listed_room_counts SELECT count(*) FROM listed_rooms;

CREATE INDEX listed_rooms_words ON listed_rooms USING gin (words gin_trgm_ops);

CREATE FUNCTION add_to_listed_room_count(added bigint) RETURNS void LANGUAGE sql AS $$
  WITH free AS (
    DELETE FROM listed_room_counts WHERE ctid = ANY (ARRAY(SELECT ctid FROM listed_room_counts FOR UPDATE SKIP LOCKED))
    RETURNING rooms
  )
  INSERT INTO listed_room_counts SELECT coalesce(sum(rooms), 0) + added FROM free
$$;

CREATE FUNCTION count_listed_rooms() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  added bigint;
BEGIN
  SELECT CASE WHEN TG_OP = 'INSERT' THEN count(*) ELSE -count(*) END INTO added FROM changed;
  IF added <> 0 THEN
    PERFORM add_to_listed_room_count(added);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER listed_rooms_added AFTER INSERT ON listed_rooms REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_rooms();
CREATE TRIGGER listed_rooms_removed AFTER DELETE ON listed_rooms REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION count_listed_rooms();

CREATE FUNCTION list_room() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  is_listed boolean := false;
BEGIN
  IF NEW.visibility = 1 AND NEW.status = 1 THEN
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

CREATE TRIGGER rooms_listed AFTER INSERT OR UPDATE OF name, description, visibility, status, creator_id ON rooms
  FOR EACH ROW EXECUTE FUNCTION list_room();

CREATE FUNCTION list_rooms_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.banned OR NEW.deleted_at IS NOT NULL THEN
    DELETE FROM listed_rooms WHERE room_id IN (SELECT id FROM rooms WHERE creator_id = NEW.id);
  ELSE
    INSERT INTO listed_rooms (room_id, name, words)
    SELECT id, lower(name), ' ' || lower(name) || ' ' || lower(description)
    FROM rooms WHERE creator_id = NEW.id AND visibility = 1 AND status = 1
    ON CONFLICT (room_id) DO NOTHING;
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER users_rooms_listed AFTER UPDATE OF banned, deleted_at ON users FOR EACH ROW
  WHEN (OLD.banned IS DISTINCT FROM NEW.banned OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at)
  EXECUTE FUNCTION list_rooms_of_user();
