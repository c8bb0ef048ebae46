-- How sessions look to who owns them, second factors, and what single sign-on remembers.

-- How and from where a session was opened. Apart from the session, which every server watches for changes of access.
create table session_use (
  family uuid primary key,
  -- What the client called itself.
  device text not null,
  -- The address, shortened to its network.
  network text not null,
  method text not null,
  seen_at timestamptz not null default now()
);
insert into session_use (family, device, network, method) select distinct family, '', '', 'password' from session;

-- What second factors are encrypted with: the same for all servers.
create table factor_key (is_only boolean primary key default true check (is_only), key bytea not null);
insert into factor_key (key) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- One-time codes of an authenticator application. The secret is encrypted; without confirmed_at it is not set up yet.
create table totp (
  resource text not null default 'user' check (resource = 'user'),
  user_id bigint primary key,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The last interval of 30 s whose code was used: each is good once.
  last_step bigint not null default 0,
  foreign key (resource, user_id) references entity on delete cascade
);

create table recovery_code (
  resource text not null default 'user' check (resource = 'user'),
  user_id bigint not null,
  code_sha256 text not null,
  used_at timestamptz,
  primary key (user_id, code_sha256),
  foreign key (resource, user_id) references entity on delete cascade
);

create table passkey (
  -- The credential id, as base64url.
  id text primary key,
  resource text not null default 'user' check (resource = 'user'),
  user_id bigint not null,
  name text not null,
  -- The host name that it was made for, and is good for alone.
  host text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  is_synced boolean not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  foreign key (resource, user_id) references entity on delete cascade
);
create index passkey_user on passkey (user_id);

-- What a sign-in or an enrolment is waiting for. The token is known to the client alone.
create table challenge (
  token_sha256 text primary key,
  kind text not null,
  resource text not null default 'user' check (resource = 'user'),
  user_id bigint,
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  foreign key (resource, user_id) references entity on delete cascade
);
create index challenge_user on challenge (user_id);
create index challenge_end on challenge (expires_at);

-- Who a person is to a provider of single sign-on.
create table single_sign_on (
  provider text not null,
  subject text not null,
  resource text not null default 'user' check (resource = 'user'),
  user_id bigint not null,
  created_at timestamptz not null default now(),
  primary key (provider, subject),
  foreign key (resource, user_id) references entity on delete cascade
);
create index single_sign_on_user on single_sign_on (user_id);
