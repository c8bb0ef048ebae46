-- Subtitles, captions and chapters of films and recordings, kept as WebVTT.
create table track (
  id bigint primary key generated always as identity,
  resource text not null,
  entity_id bigint not null,
  kind text not null check (kind in ('subtitles', 'captions', 'chapters')),
  -- BCP 47; und: unknown.
  language text not null,
  -- Empty: it is named by its language.
  label text not null,
  origin text not null check (origin in ('upload', 'import', 'embedded')),
  file_name text not null,
  sha256 text not null references blob,
  cues int not null,
  created_at timestamptz not null default now(),
  foreign key (resource, entity_id) references entity on delete cascade
);
create index track_entity on track (resource, entity_id, id);
create index track_sha256 on track (sha256);

-- Files whose tracks were taken, the original and those beside it in an import: what somebody deleted does not come back.
create table track_source (
  resource text not null,
  entity_id bigint not null,
  sha256 text not null,
  primary key (resource, entity_id, sha256),
  foreign key (resource, entity_id) references entity on delete cascade
);
