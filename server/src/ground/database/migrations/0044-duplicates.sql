-- Pictures that look alike, and assets that were merged. Decision 0227.

-- Whether it was looked for among all others.
alter table fingerprint add column compared boolean not null default false;
create index fingerprint_uncompared on fingerprint (id) where not compared;

-- Two pictures that are one: another size, another compression, or mirrored.
create table duplicate_pair (
  one bigint not null references fingerprint (id) on delete cascade,
  other bigint not null references fingerprint (id) on delete cascade,
  score real not null,
  mirrored boolean not null,
  primary key (one, other),
  check (one < other)
);
create index duplicate_pair_other on duplicate_pair (other);

-- Assets of which somebody said that they are no duplicates. They may be in the trash meanwhile: there is no key to entity.
create table duplicate_dismissal (
  one bigint not null,
  other bigint not null,
  dismissed_by bigint,
  dismissed_at timestamptz not null default now(),
  primary key (one, other),
  check (one < other)
);
create index duplicate_dismissal_other on duplicate_dismissal (other);

-- Assets that gave way to another one, and what was moved to it: what undoing a merge puts back.
create table asset_merge (
  merge_id bigint primary key generated always as identity,
  resource text not null default 'asset',
  keep_id bigint not null,
  merged_ids bigint[] not null,
  state text not null check (state in ('running', 'done', 'failed', 'undone')),
  moved jsonb not null default '{}',
  -- Null: an application.
  merged_by bigint,
  merged_at timestamptz not null default now(),
  foreign key (resource, keep_id) references entity on delete cascade
);
create index asset_merge_keep on asset_merge (resource, keep_id);
create index asset_merge_at on asset_merge (merged_at);
