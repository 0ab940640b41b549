-- Which notifications are mailed.
ALTER TABLE user_preferences
  ADD COLUMN notify_room_invitations boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_join_requests boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_role_changes boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_reports boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_announcements boolean NOT NULL DEFAULT true,
  ADD COLUMN notify_mentions boolean NOT NULL DEFAULT false;
