-- Names are compared with one lower-case sigma. Where two names of before become the same, both keep the key that they have.
UPDATE users SET username_key = replace(username_key, 'ς', 'σ')
WHERE username_key LIKE '%ς%'
  AND NOT EXISTS (SELECT FROM users AS other WHERE other.username_key = replace(users.username_key, 'ς', 'σ'));
