-- The next step, 011_final_sigma, looks for names that are in their new form already. Of names that would only get the same form by it, the
-- oldest gets it here, and the step leaves the others.
UPDATE users SET username_key = replace(username_key, 'ς', 'σ')
WHERE id IN (
    SELECT min(id) FROM users WHERE username_key LIKE '%ς%' GROUP BY replace(username_key, 'ς', 'σ') HAVING count(*) > 1
  )
  AND NOT EXISTS (SELECT FROM users AS other WHERE other.username_key = replace(users.username_key, 'ς', 'σ'));
