-- When the password was set by a mailed code; null: whoever set it had more than the mailbox.
ALTER TABLE users ADD COLUMN password_mailed_at timestamptz;
