-- The model: resources with their fields, entities with their links, credentials, blobs and renditions, and the search projection.

create extension if not exists unaccent;
create extension if not exists intarray;
create extension if not exists pg_trgm;

-- Kinds of entities. Adding one, or a field of one, is a row and not a migration.
create table resource (
  name text primary key check (name ~ '^[a-z][a-z0-9]*$'),
  path text not null unique,
  domain text not null,
  label jsonb not null,
  tree_field text,
  has_workflow boolean not null default false,
  -- Language variants and order of display live with the fields.
  position int not null default 0,
  -- What the product came with, where it came with it: later versions change what nobody changed here.
  shipped jsonb,
  -- Roles that see its entities, and those that make and change them too; for resources that no built-in role knows.
  readers bigint[] not null default '{}',
  writers bigint[] not null default '{}',
  -- Fields that were taken from it and whose values are still stored: {name: {type, target}}.
  removed jsonb not null default '{}'
);

create table field (
  resource text not null references resource on delete cascade,
  name text not null,
  type text not null,
  label jsonb not null,
  target text references resource,
  i18n boolean not null default false,
  i18n_for text,
  is_tree boolean not null default false,
  is_facet boolean not null default false,
  is_sortable boolean not null default false,
  -- A (most) to D, or null: not in the full text.
  fulltext_weight text check (fulltext_weight in ('A', 'B', 'C', 'D')),
  group_id int not null default 1,
  taborder int not null default 0,
  cud jsonb not null default '{}',
  shipped jsonb,
  primary key (resource, name)
);

-- Entities follow a changed schema in the background; a row for each resource that ever had to. A killed worker goes on after last_id.
create table schema_work (
  resource text not null references resource on delete cascade,
  -- project: write the search rows anew; purge: forget the values of these fields.
  kind text not null check (kind in ('project', 'purge')),
  fields text[] not null default '{}',
  last_id bigint not null default 0,
  done bigint not null default 0,
  total bigint not null,
  is_done boolean not null default false,
  started_at timestamptz not null default now(),
  -- When those are looked at again that were written meanwhile by who did not know of the change yet.
  look_again_at timestamptz,
  primary key (resource, kind)
);

create sequence entity_id start 1000;

create table entity (
  resource text not null references resource,
  id bigint not null default nextval('entity_id'),
  uuid uuid not null unique default gen_random_uuid(),
  version int not null default 1,
  status int,
  owner_id bigint,
  valid_from timestamptz,
  valid_until timestamptz,
  props jsonb not null default '{}',
  created_at timestamptz not null default now(),
  modified_at timestamptz not null default now(),
  modified_by bigint,
  primary key (resource, id)
);

-- Relations, one row a link. A target that is still linked cannot be deleted.
create table link (
  resource text not null,
  id bigint not null,
  field text not null,
  position int not null,
  target_resource text not null,
  target_id bigint not null,
  primary key (resource, id, field, target_id),
  foreign key (resource, id) references entity on delete cascade,
  foreign key (target_resource, target_id) references entity
);
create index link_target on link (target_resource, target_id, resource, field);

-- Immutable bytes, named by their SHA-256. crc32 is what an archive needs before a byte is sent.
create table blob (
  sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint not null,
  crc32 bigint not null,
  created_at timestamptz not null default now()
);

-- The file of an entity: its original.
create table entity_file (
  resource text not null,
  id bigint not null,
  sha256 text not null references blob,
  file_name text not null,
  media_type text not null,
  -- What the inspection found: nature, orientation, what a recipe needs to know.
  facts jsonb not null default '{}',
  primary key (resource, id),
  foreign key (resource, id) references entity on delete cascade
);
create index entity_file_sha256 on entity_file (sha256);

-- Files of other fields than the original: one a field.
create table entity_attachment (
  resource text not null,
  id bigint not null,
  field text not null,
  sha256 text not null references blob,
  file_name text not null,
  media_type text not null,
  primary key (resource, id, field),
  foreign key (resource, id) references entity on delete cascade
);
create index entity_attachment_sha256 on entity_attachment (sha256);

-- A rendition belongs to the bytes that it was made from, so that equal originals share it. blob is null when it could not be made.
create table rendition (
  source_sha256 text not null references blob,
  name text not null,
  recipe_version int not null,
  sha256 text references blob,
  media_type text,
  width int,
  height int,
  error_code text,
  error_message text,
  created_at timestamptz not null default now(),
  primary key (source_sha256, name, recipe_version)
);

-- The search projection: all that lists, facets, suggestions and counts read.
create table facet_value (
  id int generated always as identity primary key,
  resource text not null references resource on delete cascade,
  field text not null,
  -- A linked entity's id, or the text itself; '' stands for no value.
  key text not null,
  unique (resource, field, key)
);

create table search (
  resource text not null,
  id bigint not null,
  status int,
  owner_id bigint,
  valid_from timestamptz,
  valid_until timestamptz,
  created_at timestamptz not null,
  modified_at timestamptz not null,
  facets int[] not null,
  words tsvector not null,
  -- Comparable values by field: folded text, numbers, instants as ISO text.
  keys jsonb not null,
  primary key (resource, id),
  foreign key (resource, id) references entity on delete cascade
);
create index search_facets on search using gin (facets gin__int_ops);
create index search_words on search using gin (words);
create index search_created on search (resource, created_at, id);
create index search_modified on search (resource, modified_at, id);
create index search_name on search (resource, (keys -> 'name'), id);
create index search_owner on search (owner_id, resource) where owner_id is not null;

-- Which rows changed, by transaction. Servers keep the numbers of all rows in memory, and bring them to the present by what is
-- not visible in the snapshot that they had. The table covers every transaction above the least number in it, so it is never empty.
create table search_change (
  xid xid8 not null default pg_current_xact_id(),
  changed_at timestamptz not null default clock_timestamp(),
  resource text not null,
  ids bigint[] not null
);
create index search_change_xid on search_change (xid);
insert into search_change (xid, resource, ids) values ('1', '', '{}');

create function note_search_change() returns trigger language plpgsql as $$
begin
  insert into search_change (resource, ids) select resource, array_agg(id) from changed group by resource;
  return null;
end $$;
create trigger search_inserted after insert on search referencing new table as changed for each statement execute function note_search_change();
create trigger search_updated after update on search referencing new table as changed for each statement execute function note_search_change();
create trigger search_deleted after delete on search referencing old table as changed for each statement execute function note_search_change();

-- Words of the full text, for suggestions. A word without a visible hit is never suggested, so words are not taken out.
create table word (resource text not null, word text collate "C" not null, primary key (resource, word));
