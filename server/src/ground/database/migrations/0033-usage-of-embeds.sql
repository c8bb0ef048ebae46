-- Views and plays by the embed that they came through.
alter table usage_event add column embed_id bigint;
alter table usage_uncounted add column embed_id bigint;

-- By embed, site and day (UTC). Of a film that was played, its start alone. Empty site: it was not told.
create table usage_embed_day (
  embed_id bigint not null,
  kind text not null,
  day date not null,
  site text not null,
  count bigint not null,
  primary key (embed_id, kind, day, site)
);
create index usage_embed_day_day on usage_embed_day (day);
