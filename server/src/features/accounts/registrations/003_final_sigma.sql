-- Names are compared with one lower-case sigma, those that wait for a review too.
UPDATE registration_reviews SET username_key = replace(username_key, 'ς', 'σ')
WHERE username_key LIKE '%ς%'
  AND NOT EXISTS (
    SELECT FROM registration_reviews AS other
    WHERE other.status = 'pending' AND other.username_key = replace(registration_reviews.username_key, 'ς', 'σ')
  );
