CREATE TABLE passkeys (
  -- Base64url without padding, as browsers name it.
  credential_id text PRIMARY KEY,
  user_id text NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  -- COSE_Key (RFC 9052, section 7).
  public_key bytea NOT NULL,
  -- Signature counter: 32 bits without sign; 0 for authenticators that do not count.
  counter bigint NOT NULL,
  -- How the browser reaches it: 'internal', 'hybrid', 'usb', 'nfc', 'ble'.
  transports text[] NOT NULL,
  is_synced boolean NOT NULL,
  -- Model of the authenticator (Web Authentication Level 3, section 6.5.1), as a UUID.
  aaguid text NOT NULL,
  name text NOT NULL,
  created_at timestamptz NOT NULL,
  last_used_at timestamptz
);

CREATE INDEX passkeys_user ON passkeys (user_id);
