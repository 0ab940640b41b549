-- When the account is mailed what is unread; null: nothing waits. And when it was mailed last.
ALTER TABLE notification_boxes ADD COLUMN mail_due_at timestamptz, ADD COLUMN mailed_at timestamptz;

CREATE INDEX notification_boxes_mail ON notification_boxes (mail_due_at) WHERE mail_due_at IS NOT NULL;

-- Id of the last account with a mail address that was told; null: all of them were, or mail is off. Others are told when they look.
ALTER TABLE announcements ADD COLUMN told_up_to text;
