-- What people are going to call the account; null: the username.
ALTER TABLE registration_reviews ADD chosen_name text;
