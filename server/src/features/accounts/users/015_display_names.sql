-- What people call the account, as its owner chose; null: the username.
ALTER TABLE users ADD chosen_name text;
ALTER TABLE users ADD display_name text NOT NULL GENERATED ALWAYS AS (coalesce(chosen_name, username)) STORED;
