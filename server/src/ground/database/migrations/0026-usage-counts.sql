-- Counts of usage by one thing at a time, added to as events come, in place of counts by all their columns,
-- which were nearly as many as the events.

drop table usage_hour, usage_day, usage_pending_hour;

-- Events that are not counted yet; never those of robots.
create table usage_uncounted (
  at timestamptz not null,
  kind text not null,
  resource text,
  entity_id bigint,
  actor_kind text not null,
  actor_id bigint,
  reached int not null,
  site text,
  words text,
  hits bigint not null
);
insert into usage_uncounted select at, kind, resource, entity_id, actor_kind, actor_id, reached, site, words, hits
  from usage_event where not is_robot;

-- By entity and day (UTC). Of a film that was played, its start alone.
create table usage_entity_day (
  resource text not null,
  entity_id bigint not null,
  kind text not null,
  day date not null,
  count bigint not null,
  primary key (resource, entity_id, kind, day)
);
create index usage_entity_day_day on usage_entity_day (day);

-- By entity, of the last days with today: events of days after `after`; days 0 are all that is kept.
create table usage_span (days int primary key, after date not null);
insert into usage_span values (0, '-infinity');
insert into usage_span select days, (now() at time zone 'UTC')::date - days from unnest(array[7, 30, 90, 365]) days;

create table usage_entity_span (
  days int not null references usage_span,
  resource text not null,
  entity_id bigint not null,
  kind text not null,
  count bigint not null,
  primary key (resource, entity_id, kind, days)
) with (fillfactor = 80);
create index usage_entity_span_most on usage_entity_span (days, kind, resource, count desc, entity_id);

-- By everything else, one at a time: people as `user_3`, sites, words, hours as `2026-01-31T10:00Z`, how much of a
-- film was reached; `total` with an empty key is all of a day.
create table usage_group_day (
  day date not null,
  kind text not null,
  grouping text not null,
  key text not null,
  count bigint not null,
  -- Searches that found nothing.
  none_found bigint not null,
  primary key (kind, grouping, day, key)
);
create index usage_group_day_day on usage_group_day (day);

-- Sites that show an entity: what is embedded there, and what logs of a content delivery network say.
create table usage_site_day (
  resource text not null,
  entity_id bigint not null,
  day date not null,
  site text not null,
  source text not null check (source in ('event', 'log')),
  count bigint not null check (count > 0),
  primary key (resource, entity_id, day, site, source)
);
create index usage_site_day_day on usage_site_day (day, site);
insert into usage_site_day select resource, entity_id, day, site, 'log', count from usage_cdn;
drop table usage_cdn;

-- What one person did is counted from the events.
drop index usage_event_actor;
create index usage_event_actor on usage_event (actor_id, kind, at) where actor_id is not null;
create index usage_event_share on usage_event (share_id, kind, at) where share_id is not null;
create index usage_event_entity on usage_event (resource, entity_id, at) where entity_id is not null;

create or replace function forget_usage_of(person_kind text, person_id bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('roll_up_usage'));
  update usage_event set actor_id = null where actor_kind = person_kind and actor_id = person_id;
  update usage_uncounted set actor_id = null where actor_kind = person_kind and actor_id = person_id;
  delete from usage_group_day where grouping = person_kind and key = person_kind || '_' || person_id;
end $$;

-- Logs of a delivery network that were imported: the same bytes count once.
create table usage_log (
  sha256 bytea primary key,
  file_name text not null,
  lines bigint not null,
  imported_at timestamptz not null default now()
);
