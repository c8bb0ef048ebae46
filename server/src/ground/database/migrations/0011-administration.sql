-- Who may what, who did what, and how the library looks.

create table role_grant (
  role_resource text not null default 'role' check (role_resource = 'role'),
  role_id bigint not null,
  position int not null,
  resource text not null,
  action text not null,
  -- The row rule, as the JSON of a query; null: every row.
  rows jsonb,
  primary key (role_id, position),
  foreign key (role_resource, role_id) references entity on delete cascade
);
create trigger role_grant_changed after insert or update or delete on role_grant for each statement execute function notify_change();

-- The grants that the product last came with, by built-in role: a later version brings what is new in it, and nothing else.
create table shipped_role (role_id bigint primary key, grants jsonb not null);

-- The secret before the present one is good until then: an application is told its new one without an interruption.
alter table credential add column previous_hash text, add column previous_until timestamptz;

-- What was done, by whom, from where. Names are kept as they were: who is gone is still named.
create table audit_entry (
  id bigint primary key generated always as identity,
  at timestamptz not null default clock_timestamp(),
  actor_kind text not null check (actor_kind in ('user', 'application', 'visitor', 'nobody', 'server')),
  actor_id bigint,
  actor_name text not null default '',
  kind text not null,
  target_resource text,
  target_id text,
  target_name text not null default '',
  -- The fields that changed, before and after. Never a secret.
  before jsonb,
  after jsonb,
  -- The network that the request came from; never a whole address.
  network text not null default ''
);
create index audit_entry_at on audit_entry (at);
create index audit_entry_actor on audit_entry (actor_id, id desc) where actor_id is not null;
create index audit_entry_kind on audit_entry (kind collate "C", id desc);
create index audit_entry_target on audit_entry (target_resource, target_id, id desc);

-- Nothing is taken from the log or changed in it, but by the one statement that forgets what is too old, which says so.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and current_setting('cartouche.forget_audit', true) = 'on' then return null; end if;
  raise exception 'the audit log is only ever added to';
end $$;
create trigger audit_entry_kept before update or delete or truncate on audit_entry for each statement execute function refuse_audit_change();

-- How the library presents itself.
create table branding (
  is_only boolean primary key default true check (is_only),
  -- Null: as the settings say.
  name text,
  -- #rrggbb; null: the product's own.
  colour text check (colour ~ '^#[0-9a-f]{6}$'),
  version int not null default 1,
  modified_at timestamptz not null default now()
);
insert into branding default values;
create trigger branding_changed after insert or update or delete on branding for each statement execute function notify_change();

create table branding_image (
  kind text primary key check (kind in ('logo', 'background', 'favicon')),
  sha256 text not null references blob,
  media_type text not null,
  width int not null,
  height int not null
);
create index branding_image_sha256 on branding_image (sha256);
