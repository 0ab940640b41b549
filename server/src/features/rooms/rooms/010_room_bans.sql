-- What the room goes back to when its ban is lifted; null: it is not banned.
ALTER TABLE rooms ADD COLUMN status_before_ban smallint;

CREATE INDEX rooms_created ON rooms (created_at, id);
