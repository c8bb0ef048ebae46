-- What gave way to what: kept queries that name an entity which was merged find what links to the one in its place. Decision 0090.
create table merged_entity (
  resource text not null,
  id bigint not null,
  into_id bigint not null,
  merged_at timestamptz not null default now(),
  primary key (resource, id),
  foreign key (resource, into_id) references entity on delete cascade
);
create index merged_entity_into on merged_entity (resource, into_id);
