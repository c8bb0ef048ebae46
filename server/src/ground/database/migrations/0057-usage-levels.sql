-- Most used first, by levels: a level holds the counts of as many binary digits, so that a count which grows mostly
-- stays in its level, changes no index, and its row stays in its page. Within a level, reads sort by the counts.
create function usage_level(count bigint) returns smallint language sql immutable parallel safe
  return case when count > 0 then 1 + floor(ln(count::float8) / ln(2::float8)) else 0 end::smallint;

drop index usage_entity_last_7, usage_entity_last_30, usage_entity_last_90, usage_entity_last_365, usage_entity_total;
alter table usage_entity set (fillfactor = 70);
alter table usage_entity
  add column last_7_level smallint not null generated always as (usage_level(last_7)) stored,
  add column last_30_level smallint not null generated always as (usage_level(last_30)) stored,
  add column last_90_level smallint not null generated always as (usage_level(last_90)) stored,
  add column last_365_level smallint not null generated always as (usage_level(last_365)) stored,
  add column total_level smallint not null generated always as (usage_level(total)) stored;
create index usage_entity_last_7 on usage_entity (kind, resource, last_7_level desc) where last_7_level > 0;
create index usage_entity_last_30 on usage_entity (kind, resource, last_30_level desc) where last_30_level > 0;
create index usage_entity_last_90 on usage_entity (kind, resource, last_90_level desc) where last_90_level > 0;
create index usage_entity_last_365 on usage_entity (kind, resource, last_365_level desc) where last_365_level > 0;
create index usage_entity_total on usage_entity (kind, resource, total_level desc) where total_level > 0;

-- Counts of a day stand together, so that adding to a day changes few pages, however many days are kept; there is
-- room for them to grow while it passes.
alter table usage_entity_day set (fillfactor = 80);
alter table usage_entity_day drop constraint usage_entity_day_pkey;
drop index usage_entity_day_day;
alter table usage_entity_day add primary key (day, resource, entity_id, kind);
alter table usage_site_day drop constraint usage_site_day_pkey;
drop index usage_site_day_day;
alter table usage_site_day add primary key (day, resource, entity_id, site, source);
