-- Whoever has an import open is told that its items changed, whoever changed them and on whichever server: as `Announcement`
-- of the live events, for its owner and for those who may see all imports.
create function announce_imports() returns trigger language plpgsql as $$
begin
  perform pg_notify('cartouche_live', json_build_object(
    'event', json_build_object('kind', 'import', 'id', j.id), 'to', json_build_array(j.owner_id), 'seeing', 'massimportjob')::text)
  from import_job j where j.id in (select distinct job_id from changed_items);
  return null;
end $$;
create trigger import_item_added_live after insert on import_item referencing new table as changed_items for each statement execute function announce_imports();
create trigger import_item_removed_live after delete on import_item referencing old table as changed_items for each statement execute function announce_imports();
-- An item that moves changes two imports.
create trigger import_item_left_live after update on import_item referencing old table as changed_items for each statement execute function announce_imports();
create trigger import_item_edited_live after update on import_item referencing new table as changed_items for each statement execute function announce_imports();
