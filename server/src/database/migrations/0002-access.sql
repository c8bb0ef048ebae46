-- Who signs in, and their sessions. Secrets are kept as hashes alone.

create table credential (
  resource text not null check (resource in ('user', 'application')),
  id bigint not null,
  -- Folded to lower case: a login is the same however it is typed.
  login text not null,
  password_hash text not null,
  must_change boolean not null default false,
  disabled boolean not null default false,
  changed_at timestamptz not null default now(),
  primary key (resource, id),
  unique (resource, login),
  foreign key (resource, id) references entity on delete cascade
);

create table session (
  access_sha256 text primary key,
  refresh_sha256 text not null unique,
  resource text not null,
  entity_id bigint not null,
  csrf_token text not null,
  cookie boolean not null,
  lifetime_seconds int not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  foreign key (resource, entity_id) references entity on delete cascade
);
create index session_entity on session (resource, entity_id);

-- Failed guesses, per account, address or share.
create table guess (subject text primary key, failures int not null, last_failed_at timestamptz not null, blocked_until timestamptz);
