-- Whoever was told of things that no longer wait is found by their group.
CREATE INDEX notifications_unread_groups ON notifications (group_key) WHERE read_at IS NULL;
