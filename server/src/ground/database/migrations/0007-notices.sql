-- What people are told, and what their browsers report.

create table notification (
  id bigint primary key generated always as identity,
  -- What clients name it by.
  key uuid not null unique default gen_random_uuid(),
  user_resource text not null default 'user' check (user_resource = 'user'),
  user_id bigint not null,
  type text not null,
  -- By language, as {"en": …, "fr": …}: people change theirs.
  title jsonb not null,
  -- Path below the web application that shows what it is about.
  link text not null,
  data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  read_at timestamptz,
  foreign key (user_resource, user_id) references entity on delete cascade
);
create index notification_list on notification (user_id, id desc);
create index notification_unread on notification (user_id) where read_at is null;
create index notification_age on notification (created_at);

-- Ends that were told of: each once, also where who was told deleted the notification. An end that is moved is another end.
create table told_end (
  kind text not null check (kind in ('cart', 'share', 'asset')),
  subject text not null,
  ends_at timestamptz not null,
  primary key (kind, subject, ends_at)
);

-- Messages of clients; what is said again by the same session is counted.
create table client_log (
  id bigint primary key generated always as identity,
  -- SHA-256 of level, message, session and user agent.
  hash text not null unique,
  level smallint not null,
  message text not null,
  user_resource text,
  user_id bigint,
  user_name text not null default '',
  session uuid,
  user_agent text not null default '',
  count int not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index client_log_order on client_log (last_at desc, id desc);
create index client_log_words on client_log using gin (message gin_trgm_ops);
