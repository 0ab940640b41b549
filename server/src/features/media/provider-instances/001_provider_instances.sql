-- Servers that run providers of media for this one.
CREATE TABLE provider_instances (
  name text PRIMARY KEY,
  -- host:port
  address text NOT NULL,
  is_plaintext boolean NOT NULL,
  -- Empty: the host of the address.
  tls_server_name text NOT NULL,
  -- PEM; empty: what the system trusts.
  tls_ca text NOT NULL,
  -- Sealed for this instance; null: none.
  sealed_secret text,
  comment text NOT NULL,
  is_enabled boolean NOT NULL,
  version integer NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);

-- Where an account was signed in; empty: in this server.
ALTER TABLE provider_accounts ADD COLUMN instance_name text NOT NULL DEFAULT '';
ALTER TABLE provider_accounts DROP CONSTRAINT provider_accounts_user_id_provider_host_name_key;
ALTER TABLE provider_accounts ADD UNIQUE (user_id, provider, instance_name, host, name);
CREATE INDEX provider_accounts_instance ON provider_accounts (instance_name) WHERE instance_name <> '';
