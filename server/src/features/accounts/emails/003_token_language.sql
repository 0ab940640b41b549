-- The language in which the code was asked for; empty: not told. What is mailed later to somebody without an account uses it too.
ALTER TABLE email_tokens ADD COLUMN language text NOT NULL DEFAULT '';
