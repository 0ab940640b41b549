-- When the code was used; using one still deletes the others of its purpose and subject. A used code is kept until it would have
-- ended, so that who sends it twice is not taken for somebody who guesses.
ALTER TABLE email_tokens ADD COLUMN used_at timestamptz;
