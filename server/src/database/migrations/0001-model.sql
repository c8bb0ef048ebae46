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
  position int not null default 0
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
  primary key (resource, name)
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

-- Counts of every facet value by workflow status, kept by trigger: counting a million rows for each visit costs over a second.
-- Only rows without a validity window are in them, so that they hold whatever the time is; the others are few and are counted
-- when they are asked for. Writers append deltas, so that imports do not queue for one hot counter; a job folds them.
-- Status -1 stands for none.
create table facet_count (value_id int not null, status int not null, count bigint not null, primary key (value_id, status));
create table facet_delta (value_id int not null, status int not null, delta int not null);
create index search_windowed on search (resource) where valid_from is not null or valid_until is not null;
-- Rises with every change of the projection; caches of counts hold while it stands.
create sequence search_revision;

create function count_facets() returns trigger language plpgsql as $$
begin
  perform nextval('search_revision');
  if tg_op in ('UPDATE', 'DELETE') then
    insert into facet_delta select value, coalesce(status, -1), -count(*) from old_rows, unnest(facets) value
      where valid_from is null and valid_until is null group by 1, 2;
  end if;
  if tg_op in ('INSERT', 'UPDATE') then
    insert into facet_delta select value, coalesce(status, -1), count(*) from new_rows, unnest(facets) value
      where valid_from is null and valid_until is null group by 1, 2;
  end if;
  return null;
end $$;
create trigger search_inserted after insert on search referencing new table as new_rows for each statement execute function count_facets();
create trigger search_updated after update on search referencing old table as old_rows new table as new_rows for each statement execute function count_facets();
create trigger search_deleted after delete on search referencing old table as old_rows for each statement execute function count_facets();

-- Words of the full text, for suggestions. A word without a visible hit is never suggested, so words are not taken out.
create table word (resource text not null, word text collate "C" not null, primary key (resource, word));
