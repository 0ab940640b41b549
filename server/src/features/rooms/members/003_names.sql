-- What a member is called in the room, and a short label; empty: none.
ALTER TABLE room_members ADD COLUMN remark_name text NOT NULL DEFAULT '', ADD COLUMN display_tag text NOT NULL DEFAULT '';
ALTER TABLE room_members_set_aside ADD COLUMN remark_name text NOT NULL DEFAULT '', ADD COLUMN display_tag text NOT NULL DEFAULT '';
