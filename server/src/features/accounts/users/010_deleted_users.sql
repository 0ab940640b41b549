-- A deleted account keeps its row and its username for restoring it; the name itself is free for others.
ALTER TABLE users ALTER COLUMN username_key DROP NOT NULL;
ALTER TABLE users ADD COLUMN deleted_at timestamptz;
-- Set: the row stands for an account that was erased, for what it wrote.
ALTER TABLE users ADD COLUMN erased_at timestamptz;

CREATE INDEX users_created ON users (created_at, id);
CREATE INDEX users_deleted ON users (deleted_at) WHERE deleted_at IS NOT NULL AND erased_at IS NULL;
CREATE INDEX users_administrators ON users (role) WHERE role > 1;
