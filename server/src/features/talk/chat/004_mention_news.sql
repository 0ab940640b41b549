-- Messages that name or answer somebody, of which these are still to be told.
CREATE TABLE chat_mention_news (
  message_id text PRIMARY KEY REFERENCES chat_messages (id) ON DELETE CASCADE
);
