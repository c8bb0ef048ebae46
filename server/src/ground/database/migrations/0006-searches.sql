-- What people keep for themselves: preferences, and searches that they save and share.

create table preference (
  user_resource text not null default 'user' check (user_resource = 'user'),
  user_id bigint not null,
  namespace text not null,
  key text not null,
  -- What the client calls the value's kind; the server only keeps it.
  type text not null,
  -- JSON text, byte for byte as it came.
  value text not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, namespace, key),
  foreign key (user_resource, user_id) references entity on delete cascade
);

create table saved_search (
  id bigint primary key default nextval('entity_id'),
  owner_resource text not null default 'user' check (owner_resource = 'user'),
  owner_id bigint not null,
  name text not null,
  description text not null default '',
  -- What it finds, for lists of one kind.
  type text not null default '',
  is_private boolean not null default true,
  -- The state of the search, as the client that made it wrote it.
  data jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- Whole milliseconds, as the wire has them: two edits never show the same instant.
  modified_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  foreign key (owner_resource, owner_id) references entity on delete cascade
);
create index saved_search_owner on saved_search (owner_id);
create index saved_search_public on saved_search (id) where not is_private;

create table saved_search_subscriber (
  search_id bigint not null references saved_search on delete cascade,
  user_resource text not null default 'user' check (user_resource = 'user'),
  user_id bigint not null,
  primary key (search_id, user_id),
  foreign key (user_resource, user_id) references entity on delete cascade
);
create index saved_search_subscriber_user on saved_search_subscriber (user_id);
