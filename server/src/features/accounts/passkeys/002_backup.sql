-- Whether the authenticator can copy the passkey to other devices, which never changes (Web Authentication Level 3, section 6.1.3).
-- Null: the passkey was made before this was kept.
ALTER TABLE passkeys ADD COLUMN can_sync boolean;
