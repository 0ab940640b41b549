-- The next step, 003_final_sigma, looks for names that are in their new form already. Of names that wait and would only get the same form by
-- it, the oldest gets it here, and the step leaves the others.
UPDATE registration_reviews SET username_key = replace(username_key, 'ς', 'σ')
WHERE id IN (
    SELECT min(id) FROM registration_reviews
    WHERE status = 'pending' AND username_key LIKE '%ς%' GROUP BY replace(username_key, 'ς', 'σ') HAVING count(*) > 1
  )
  AND NOT EXISTS (
    SELECT FROM registration_reviews AS other
    WHERE other.status = 'pending' AND other.username_key = replace(registration_reviews.username_key, 'ς', 'σ')
  );
