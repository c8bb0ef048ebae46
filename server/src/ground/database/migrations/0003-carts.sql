-- Carts, their shares, and the archives given out.

create table cart (
  id bigint primary key default nextval('entity_id'),
  owner_resource text not null,
  owner_id bigint not null,
  name text not null,
  description text not null default '',
  type text not null default '',
  is_private boolean not null default true,
  expires_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  -- Whole milliseconds, as the wire has them: two edits never show the same instant.
  modified_at timestamptz not null default date_trunc('milliseconds', clock_timestamp()),
  foreign key (owner_resource, owner_id) references entity on delete cascade
);
create index cart_owner on cart (owner_resource, owner_id);

create table cart_item (
  cart_id bigint not null references cart on delete cascade,
  resource text not null,
  entity_id bigint not null,
  position bigint generated always as identity,
  added_by bigint,
  added_at timestamptz not null default now(),
  primary key (cart_id, resource, entity_id),
  foreign key (resource, entity_id) references entity on delete cascade
);
create index cart_item_order on cart_item (cart_id, position);
create index cart_item_entity on cart_item (resource, entity_id);

create table cart_collaborator (
  cart_id bigint not null references cart on delete cascade,
  user_id bigint not null,
  primary key (cart_id, user_id)
);
create index cart_collaborator_user on cart_collaborator (user_id);

create table share (
  -- Unguessable: 128 bits, base64url.
  id text primary key,
  cart_id bigint not null references cart on delete cascade,
  sharer_resource text not null,
  sharer_id bigint not null,
  name text not null,
  description text not null default '',
  actions text[] not null,
  password_hash text,
  with_descriptions boolean not null default true,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened int not null default 0,
  last_opened_at timestamptz,
  foreign key (sharer_resource, sharer_id) references entity on delete cascade
);
create index share_cart on share (cart_id);

-- Signs the tickets that stand in addresses; whoever may read the database may read all that a ticket opens.
create table ticket_key (is_only boolean primary key default true check (is_only), key bytea not null);
insert into ticket_key (key) values (decode(replace(gen_random_uuid()::text || gen_random_uuid()::text || gen_random_uuid()::text, '-', ''), 'hex'));

-- An archive is the list of what it holds; its bytes are computed. It dies with its share, its cart and its maker.
create table archive (
  uuid uuid primary key,
  cart_id bigint not null references cart on delete cascade,
  share_id text references share on delete cascade,
  maker_resource text not null,
  maker_id bigint not null,
  name text not null,
  -- What was asked for: profile, extras, selection.
  request jsonb not null,
  -- The encoded layout; null while something in it is being made, or when it failed.
  layout bytea,
  -- An error of the contract's table, {code, data}: why there will be no archive.
  failure jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  downloads int not null default 0,
  foreign key (maker_resource, maker_id) references entity on delete cascade
);
-- Layouts are mostly hashes, which do not compress: trying costs 30 ms for 10,000 files.
alter table archive alter column layout set storage external;
create index archive_expires on archive (expires_at);
create index archive_cart on archive (cart_id);
create index archive_share on archive (share_id);

-- Contact sheets that were drawn, by the signature of all that they show.
create table contact_sheet (
  signature text primary key,
  -- A sheet that no archive has asked for in a week goes with its bytes.
  sha256 text not null references blob on delete cascade,
  created_at timestamptz not null default now()
);
create index contact_sheet_sha256 on contact_sheet (sha256);

-- An archive that was given out names bytes in its layout, where no table sees them. The file of an asset that goes, and what was made
-- of it, counts as written now: the sweep of blobs leaves it for a week, which no archive outlives.
create function keep_bytes_of_archives() returns trigger language plpgsql as $$
begin
  update blob set created_at = now() where sha256 in (
    select g.sha256 from gone g union select r.sha256 from gone g join rendition r on r.source_sha256 = g.sha256 where r.sha256 is not null);
  update rendition set created_at = now() where source_sha256 in (select g.sha256 from gone g);
  return null;
end $$;
create trigger entity_file_gone after delete on entity_file referencing old table as gone for each statement execute function keep_bytes_of_archives();
