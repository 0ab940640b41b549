-- The language in which the applicant signed up (RFC 5646); empty: not told. The decision is mailed in it.
ALTER TABLE registration_reviews ADD COLUMN language text NOT NULL DEFAULT '';
