-- Applications: several keys each, what they may call, and what they called.

-- What an application signs in by. Two keys may have one login, where one takes the place of the other.
create table application_key (
  id bigint primary key generated always as identity,
  resource text not null default 'application' check (resource = 'application'),
  application_id bigint not null,
  -- Empty: the one that the application was made with.
  name text not null,
  -- Folded to lower case, as every login.
  login text not null,
  secret_hash text not null,
  created_at timestamptz not null default now(),
  -- Null: it does not end.
  expires_at timestamptz,
  -- UTC; null: never.
  last_used_on date,
  foreign key (resource, application_id) references credential (resource, id) on delete cascade
);
create index application_key_application on application_key (application_id);
create index application_key_login on application_key (login);
create index application_key_end on application_key (expires_at) where expires_at is not null;
create trigger application_key_changed after insert or delete or update of login, secret_hash, expires_at on application_key
  for each statement execute function notify_change();

-- A session ends with the key that opened it. Null: of a person.
alter table session add column key_id bigint references application_key on delete cascade;
create index session_key on session (key_id) where key_id is not null;

-- What applications have today becomes their first key, and the secret before it one that ends.
insert into application_key (application_id, name, login, secret_hash, created_at, expires_at)
  select id, '', login, previous_hash, changed_at, previous_until from credential
  where resource = 'application' and previous_hash is not null and previous_until > now();
insert into application_key (application_id, name, login, secret_hash, created_at)
  select id, '', login, password_hash, changed_at from credential where resource = 'application';
update session s set key_id = (select max(k.id) from application_key k where k.application_id = s.entity_id)
  where s.resource = 'application';
alter table credential drop column previous_hash, drop column previous_until, alter column password_hash drop not null;
update credential set password_hash = null where resource = 'application';

-- How often an application may call. Null: as often as it likes.
alter table credential add column calls_per_minute int check (calls_per_minute > 0), add column calls_per_day int check (calls_per_day > 0);

-- What applications called, by day (UTC) and call. refused: over a limit; they are failures too.
create table application_call_day (
  resource text not null default 'application' check (resource = 'application'),
  application_id bigint not null,
  day date not null,
  call text not null,
  count bigint not null,
  failures bigint not null,
  refused bigint not null,
  last_at timestamptz not null,
  primary key (application_id, day, call),
  foreign key (resource, application_id) references entity on delete cascade
);
create index application_call_day_day on application_call_day (day);

-- Keys that end soon are told of, as carts and shares are.
alter table told_end drop constraint told_end_kind_check, add constraint told_end_kind_check check (kind in ('cart', 'share', 'asset', 'key'));

-- What providers of reverse search found beyond the library: [{provider, error, matches: [{page, picture, title, score}]}].
alter table reverse_search add column elsewhere jsonb not null default '[]';
