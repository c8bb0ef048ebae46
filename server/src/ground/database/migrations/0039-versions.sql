-- Which version of the original this is, since when, by whom, why. Null: a row of before versions, or the
-- first. Decision 0196.
alter table entity_file
  add column number int default 1,
  add column added_at timestamptz,
  add column author_id bigint,
  add column author_name text,
  add column note text,
  add column restored_from int;
alter table entity_file alter column added_at set default now();

-- Originals that an entity had before.
create table entity_version (
  resource text not null,
  id bigint not null,
  number int not null,
  sha256 text not null references blob,
  file_name text not null,
  media_type text not null,
  facts jsonb not null default '{}',
  -- In pixels, as displayed.
  width int,
  height int,
  -- When it became the original, and by whom; null where nobody wrote it down.
  added_at timestamptz,
  author_id bigint,
  author_name text,
  note text not null default '',
  -- The version whose file it was, where it was restored.
  restored_from int,
  primary key (resource, id, number),
  foreign key (resource, id) references entity on delete cascade
);
create index entity_version_sha256 on entity_version (sha256);

-- What people changed of the fields of an entity. Decision 0197.
create table entity_edit (
  edit_id bigint primary key generated always as identity,
  resource text not null,
  id bigint not null,
  at timestamptz not null default clock_timestamp(),
  author_id bigint,
  author_name text not null,
  field text not null,
  -- As an edit takes them: links are a list of ids. Null: empty.
  before jsonb,
  after jsonb,
  foreign key (resource, id) references entity on delete cascade
);
create index entity_edit_order on entity_edit (resource, id, edit_id desc);
