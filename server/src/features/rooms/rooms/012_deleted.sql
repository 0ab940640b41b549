-- Rooms that were deleted and can still be restored. To everybody else they are gone.
ALTER TABLE rooms ADD COLUMN deleted_at timestamptz;
-- By an administrator, and not by the creator: only administrators restore it.
ALTER TABLE rooms ADD COLUMN deleted_by_administrator boolean NOT NULL DEFAULT false;

CREATE INDEX rooms_deleted ON rooms (deleted_at) WHERE deleted_at IS NOT NULL;
