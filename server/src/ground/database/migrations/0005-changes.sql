-- Servers keep access decisions in memory while nothing that they rest on has changed: every change says so, and of which table it is.
create function notify_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('cartouche_changes', tg_table_name);
  return null;
end $$;

do $$
declare name text;
begin
  foreach name in array array['resource', 'field', 'search', 'link', 'entity_file', 'rendition', 'credential', 'session', 'cart', 'cart_item', 'share', 'import_job', 'import_item'] loop
    execute format('create trigger %I after insert or update or delete on %I for each statement execute function notify_change()', name || '_changed', name);
  end loop;
end $$;
