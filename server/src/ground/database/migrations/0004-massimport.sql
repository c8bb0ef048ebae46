-- Imports: one person's job and its items.

create table import_job (
  id bigint primary key default nextval('entity_id'),
  owner_id bigint not null,
  name text not null,
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);
create index import_job_owner on import_job (owner_id, created_at desc);

create table import_item (
  id bigint primary key default nextval('entity_id'),
  uuid uuid not null unique default gen_random_uuid(),
  job_id bigint not null references import_job on delete cascade,
  status int not null,
  sha256 text not null references blob,
  file_name text not null,
  -- As search compares it: lower case, without accents.
  folded_name text not null,
  -- What the client names this upload; the same upload sent twice is one item.
  upload_key text not null,
  inspection jsonb,
  problems jsonb not null default '[]',
  -- Proposed properties of the asset to be.
  metadata jsonb not null default '{}',
  -- Set when it is validated: the asset is made with this id, so that doing it twice makes one.
  asset_id bigint unique,
  -- The command that validates it.
  validated_by text,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  unique (job_id, upload_key)
);
create index import_item_job on import_item (job_id, id);
create index import_item_status on import_item (job_id, status);
create index import_item_sha256 on import_item (sha256);

create table import_command (
  id text primary key,
  job_id bigint not null references import_job on delete cascade,
  kind text not null check (kind in ('edit', 'validate')),
  -- Of a validation: the workflow action that each asset takes at once, who validates, and whether they may add keywords.
  workflow_action text,
  surfer_id bigint not null,
  may_create_keywords boolean not null default false,
  created_at timestamptz not null default now(),
  done_at timestamptz
);
create index import_command_job on import_command (job_id, created_at);

-- A drawn card in place of what could not be shown here: made anew once the missing program is there.
alter table rendition add column stand_in boolean not null default false;
create index rendition_sha256 on rendition (sha256) where sha256 is not null;

-- Keywords are found by their French names too.
create index search_name_fr on search ((keys -> 'name_fr')) where resource = 'assetkeyword';
