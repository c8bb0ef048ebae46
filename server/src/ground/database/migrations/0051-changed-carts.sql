-- Servers keep what they read of carts until it changes: every change says of which carts. Decision 0241.
-- The argument of the trigger: the column that names the cart. Of more than 100 carts, nothing is said but that many changed.
create function notify_carts() returns trigger language plpgsql as $$
declare ids text;
begin
  execute format('select case when count(*) <= 100 then string_agg(id::text, '','') else ''many'' end from (select distinct %I id from changed limit 101) ids', tg_argv[0]) into ids;
  if ids is not null then
    perform pg_notify('cartouche_carts', ids);
  end if;
  return null;
end $$;

do $$
declare
  place record;
begin
  for place in select * from (values ('cart', 'id'), ('cart_item', 'cart_id'), ('cart_collaborator', 'cart_id')) told (name, id_column) loop
    execute format('create trigger %I after insert on %I referencing new table as changed for each statement execute function notify_carts(%L)', place.name || '_inserted', place.name, place.id_column);
    execute format('create trigger %I after update on %I referencing new table as changed for each statement execute function notify_carts(%L)', place.name || '_updated', place.name, place.id_column);
    execute format('create trigger %I after delete on %I referencing old table as changed for each statement execute function notify_carts(%L)', place.name || '_deleted', place.name, place.id_column);
  end loop;
end $$;
