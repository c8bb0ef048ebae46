-- Who somebody is, and what they may do, is remembered until anything changes that it rests on. Changes of assets are most of all
-- changes, and nobody's rights rest on them: they are told apart. Decision 0272.
create function notify_rows() returns trigger language plpgsql as $$
begin
  perform pg_notify('cartouche_changes', case when exists (select from changed where resource <> 'asset') then tg_table_name else 'asset_' || tg_table_name end);
  return null;
end $$;

create or replace function note_search_change() returns trigger language plpgsql as $$
begin
  insert into search_change (resource, ids) select resource, array_agg(id) from changed group by resource;
  perform pg_notify('cartouche_changes', case when exists (select from changed where resource <> 'asset') then tg_table_name else 'asset_' || tg_table_name end);
  return null;
end $$;
drop trigger search_changed on search;

do $$
declare name text;
begin
  foreach name in array array['entity', 'link'] loop
    execute format('drop trigger %I on %I', name || '_changed', name);
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function notify_rows()', name || '_inserted', name);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function notify_rows()', name || '_updated', name);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function notify_rows()', name || '_deleted', name);
  end loop;
end $$;
