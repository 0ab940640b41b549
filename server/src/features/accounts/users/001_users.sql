CREATE TABLE users (
  id text PRIMARY KEY,
  username text NOT NULL,
  -- Username in NFKC and lower case: two names that look alike are one name.
  username_key text NOT NULL UNIQUE,
  role smallint NOT NULL,
  banned boolean NOT NULL DEFAULT false,
  password_record text,
  -- Names the OPAQUE suite and stretching that the record was made with.
  password_suite text,
  -- Raised by every change of a credential; tokens issued before stop working.
  credential_version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL
);
