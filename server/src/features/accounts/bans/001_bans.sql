-- Bans of users and rooms. Rows stay when a ban has ended, and outlive what was banned.
CREATE TABLE bans (
  id text PRIMARY KEY,
  -- Numbers of the contract's enum BanTarget.
  target smallint NOT NULL,
  target_id text NOT NULL,
  target_name text NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL,
  -- Absent: the operator.
  actor_id text,
  actor_name text NOT NULL,
  -- When the ban ends by itself.
  until timestamptz,
  lifted_at timestamptz,
  -- Empty: its time had come.
  lifted_by_name text
);

-- One ban in force at a time.
CREATE UNIQUE INDEX bans_in_force ON bans (target, target_id) WHERE lifted_at IS NULL;
CREATE INDEX bans_due ON bans (until) WHERE lifted_at IS NULL AND until IS NOT NULL;
CREATE INDEX bans_target ON bans (target_id, id);
