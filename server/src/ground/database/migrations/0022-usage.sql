-- What people do with assets: each event, by months; their counts by hour and by day.

create table usage_event (
  at timestamptz not null,
  -- Of the event: written twice, it is there once.
  event_id uuid not null,
  kind text not null check (kind in ('view', 'download', 'play', 'share', 'embed', 'search', 'other')),
  resource text,
  entity_id bigint,
  actor_kind text not null check (actor_kind in ('user', 'application', 'visitor', 'anonymous')),
  -- Null too where the person was forgotten.
  actor_id bigint,
  share_id text,
  -- How much of a film was played: 0, 25, 50, 75 or 100 percent.
  reached int not null default 0,
  -- The host that showed it.
  site text,
  -- A search, and how much it found.
  words text,
  hits bigint not null default 0,
  is_robot boolean not null default false,
  primary key (at, event_id)
) partition by range (at);
create index usage_event_actor on usage_event (actor_id) where actor_id is not null;

-- Makes the table of a month (UTC) where it is missing.
create function ensure_usage_month(month date) returns void language plpgsql as $$
declare first timestamp := date_trunc('month', month::timestamp);
begin
  perform pg_advisory_xact_lock(hashtext('ensure_usage_month'));
  execute format('create table if not exists usage_event_%s partition of usage_event for values from (%L) to (%L)',
    to_char(first, 'YYYYMM'), first::text || '+00', (first + interval '1 month')::text || '+00');
end $$;

-- Drops the tables of months that were over at an instant; answers how many.
create function drop_usage_months(before timestamptz) returns int language plpgsql as $$
declare
  part text;
  dropped int := 0;
begin
  for part in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_event'::regclass
      and to_date(right(c.relname, 6), 'YYYYMM') + interval '1 month' <= before at time zone 'UTC'
  loop
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

-- Hours whose events are not counted yet, or not all.
create table usage_pending_hour (hour timestamptz primary key);

create table usage_hour (
  hour timestamptz not null,
  kind text not null,
  resource text,
  entity_id bigint,
  actor_kind text not null,
  actor_id bigint,
  share_id text,
  reached int not null,
  site text,
  words text,
  is_robot boolean not null,
  count bigint not null,
  hits bigint not null,
  -- Searches that found nothing.
  none_found bigint not null
);
create index usage_hour_hour on usage_hour (hour);
create index usage_hour_actor on usage_hour (actor_id) where actor_id is not null;

-- The same by day (UTC).
create table usage_day (
  day date not null,
  kind text not null,
  resource text,
  entity_id bigint,
  actor_kind text not null,
  actor_id bigint,
  share_id text,
  reached int not null,
  site text,
  words text,
  is_robot boolean not null,
  count bigint not null,
  hits bigint not null,
  none_found bigint not null
);
create index usage_day_kind on usage_day (kind, day);
create index usage_day_day on usage_day (day);
create index usage_day_entity on usage_day (resource, entity_id, day);
create index usage_day_actor on usage_day (actor_id) where actor_id is not null;

-- What logs of a content delivery network say: how often a domain showed an asset on a day.
create table usage_cdn (
  resource text not null,
  entity_id bigint not null,
  day date not null,
  site text not null,
  count bigint not null check (count > 0),
  primary key (resource, entity_id, day, site)
);

-- Takes a person out of what was counted; the counts stay. It waits for a roll-up that is running, which has
-- read who it was.
create function forget_usage_of(person_kind text, person_id bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('roll_up_usage'));
  update usage_event set actor_id = null where actor_kind = person_kind and actor_id = person_id;
  update usage_hour set actor_id = null where actor_kind = person_kind and actor_id = person_id;
  update usage_day set actor_id = null where actor_kind = person_kind and actor_id = person_id;
end $$;

create function forget_usage_of_deleted() returns trigger language plpgsql as $$
begin
  perform forget_usage_of(old.resource, old.id);
  return null;
end $$;
create trigger entity_usage_forgotten after delete on entity for each row
  when (old.resource in ('user', 'application')) execute function forget_usage_of_deleted();
