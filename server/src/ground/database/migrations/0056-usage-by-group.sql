-- How often something other than an entity was counted (a person, an application, words, a site, how much of a
-- film was reached), over the last days with today and over all that is kept. Days and hours are read in their
-- own order, from the counts by day. No count is in an index, so that a row stays where it is when it grows.
create table usage_group (
  kind text not null,
  grouping text not null,
  key text not null,
  last_7 bigint not null,
  last_30 bigint not null,
  last_90 bigint not null,
  last_365 bigint not null,
  total bigint not null,
  -- Searches that found nothing, of the same days.
  none_7 bigint not null,
  none_30 bigint not null,
  none_90 bigint not null,
  none_365 bigint not null,
  none_total bigint not null,
  primary key (kind, grouping, key)
) with (fillfactor = 70);
insert into usage_group
  select d.kind, d.grouping, d.key,
    coalesce(sum(d.count) filter (where s.days = 7), 0), coalesce(sum(d.count) filter (where s.days = 30), 0),
    coalesce(sum(d.count) filter (where s.days = 90), 0), coalesce(sum(d.count) filter (where s.days = 365), 0),
    coalesce(sum(d.count) filter (where s.days = 0), 0),
    coalesce(sum(d.none_found) filter (where s.days = 7), 0), coalesce(sum(d.none_found) filter (where s.days = 30), 0),
    coalesce(sum(d.none_found) filter (where s.days = 90), 0), coalesce(sum(d.none_found) filter (where s.days = 365), 0),
    coalesce(sum(d.none_found) filter (where s.days = 0), 0)
  from usage_group_day d join usage_span s on d.day > s.after
  where d.grouping not in ('total', 'hour') group by 1, 2, 3;

create or replace function forget_usage_of(person_kind text, person_id bigint) returns void language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtext('roll_up_usage'));
  update usage_event set actor_id = null where actor_kind = person_kind and actor_id = person_id;
  update usage_uncounted set actor_id = null where actor_kind = person_kind and actor_id = person_id;
  delete from usage_group_day where grouping = person_kind and key = person_kind || '_' || person_id;
  delete from usage_group where grouping = person_kind and key = person_kind || '_' || person_id;
end $$;
