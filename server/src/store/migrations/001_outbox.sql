-- One row a topic: the sequence of its last event. Its row lock orders the commits of the topic.
create table topics (
  topic text primary key check (length(topic) between 1 and 200),
  sequence bigint not null
);

create table outbox (
  topic text not null,
  sequence bigint not null,
  kind text not null,
  payload bytea not null,
  created_at timestamptz not null,
  primary key (topic, sequence)
);

-- For pruning, which goes by age.
create index outbox_created_at on outbox (created_at);
