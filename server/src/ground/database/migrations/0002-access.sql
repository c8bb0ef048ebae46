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
  -- Of the password that the settings gave last: they change the password once, and not back again at every start.
  installed_hash text,
  primary key (resource, id),
  unique (resource, login),
  foreign key (resource, id) references entity on delete cascade
);

-- One row for each pair of tokens. A renewal adds a pair and keeps the one before it: used again later, it was stolen.
create table session (
  access_sha256 text primary key,
  refresh_sha256 text not null unique,
  -- Shared by all pairs since the sign-in: they end together.
  family uuid not null,
  resource text not null,
  entity_id bigint not null,
  csrf_token text not null,
  cookie boolean not null,
  lifetime_seconds int not null,
  -- When the family signed in.
  created_at timestamptz not null default now(),
  replaced_at timestamptz,
  expires_at timestamptz not null,
  refresh_expires_at timestamptz not null,
  foreign key (resource, entity_id) references entity on delete cascade
);
create index session_entity on session (resource, entity_id);
create index session_family on session (family);
create index session_end on session (refresh_expires_at);

-- Failed guesses, per account, address or share.
create table guess (subject text primary key, failures int not null, last_failed_at timestamptz not null, blocked_until timestamptz);
