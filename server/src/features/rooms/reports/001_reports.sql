CREATE TABLE content_reports (
  id text PRIMARY KEY,
  -- The room goes with its reports.
  room_id text NOT NULL REFERENCES rooms (id) ON DELETE CASCADE,
  -- Numbers of the contract's enum ReportTargetKind.
  target smallint NOT NULL,
  -- Id of the message, of the user, or of the room.
  target_id text NOT NULL,
  -- The account that it is about: of a room its owner.
  user_id text NOT NULL,
  -- ReportedContent as ProtoJSON: what was reported, as it was then.
  content jsonb NOT NULL,
  category smallint NOT NULL,
  text text NOT NULL,
  status smallint NOT NULL,
  version integer NOT NULL DEFAULT 1,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  -- A user or a guest; null: an erased account.
  reporter_id text,
  -- True: only administrators of the server see it.
  platform_only boolean NOT NULL
);

-- One that is not decided of each reporter and target.
CREATE UNIQUE INDEX content_reports_pending ON content_reports (reporter_id, room_id, target, target_id) WHERE decided_at IS NULL;
CREATE INDEX content_reports_reporter ON content_reports (reporter_id, created_at);
CREATE INDEX content_reports_room ON content_reports (room_id, id);
CREATE INDEX content_reports_status ON content_reports (status, id);
CREATE INDEX content_reports_user ON content_reports (user_id);
CREATE INDEX content_reports_decided ON content_reports (decided_at) WHERE decided_at IS NOT NULL;

CREATE TABLE content_report_steps (
  report_id text NOT NULL REFERENCES content_reports (id) ON DELETE CASCADE,
  -- The version that the report has since this step.
  version integer NOT NULL,
  status smallint NOT NULL,
  note text NOT NULL,
  at timestamptz NOT NULL,
  -- Id of a user, or 'operator'.
  actor_id text NOT NULL,
  PRIMARY KEY (report_id, version)
);

CREATE INDEX content_report_steps_actor ON content_report_steps (actor_id);
