-- How often an entity was used, over the last days with today and over all that is kept: one row of an entity
-- and a kind, where there were five.
create table usage_entity (
  resource text not null,
  entity_id bigint not null,
  kind text not null,
  last_7 bigint not null,
  last_30 bigint not null,
  last_90 bigint not null,
  last_365 bigint not null,
  total bigint not null,
  primary key (resource, entity_id, kind)
) with (fillfactor = 80);
insert into usage_entity select resource, entity_id, kind,
    coalesce(sum(count) filter (where days = 7), 0), coalesce(sum(count) filter (where days = 30), 0),
    coalesce(sum(count) filter (where days = 90), 0), coalesce(sum(count) filter (where days = 365), 0),
    coalesce(sum(count) filter (where days = 0), 0)
  from usage_entity_span group by 1, 2, 3;
drop table usage_entity_span;

-- Most first; what is out of a span by now takes no room in its index.
create index usage_entity_last_7 on usage_entity (kind, resource, last_7 desc, entity_id) where last_7 > 0;
create index usage_entity_last_30 on usage_entity (kind, resource, last_30 desc, entity_id) where last_30 > 0;
create index usage_entity_last_90 on usage_entity (kind, resource, last_90 desc, entity_id) where last_90 > 0;
create index usage_entity_last_365 on usage_entity (kind, resource, last_365 desc, entity_id) where last_365 > 0;
create index usage_entity_total on usage_entity (kind, resource, total desc, entity_id) where total > 0;
