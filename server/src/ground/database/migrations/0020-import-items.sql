-- Items of imports are searched by what they propose: a projection beside each item, as `search` is beside an entity.

-- Values by field, folded as search compares them; links as a list of ids and of names yet to be made. Null where it has
-- to be written again.
alter table import_item add column keys jsonb;
-- Words of the file's name and of the proposed texts.
alter table import_item add column words tsvector;

create index import_item_keys on import_item using gin (keys jsonb_path_ops);
create index import_item_words on import_item using gin (words);
create index import_item_stale on import_item (id) where keys is null;
create index import_item_name on import_item (job_id, (left(folded_name, 200)) collate "C", id);
create index import_item_name_part on import_item using gin (folded_name gin_trgm_ops);
-- Pages of one status are read in order from it.
drop index import_item_status;
create index import_item_status on import_item (job_id, status, id);

-- A projection that does not follow a write is taken away with it: better not found for a while than found wrongly.
create function forget_import_item_keys() returns trigger language plpgsql as $$
begin
  new.keys := null;
  new.words := null;
  return new;
end $$;
create trigger import_item_keys before update of metadata, inspection, file_name on import_item for each row
  when (new.keys is not distinct from old.keys and (new.metadata, new.inspection, new.file_name) is distinct from (old.metadata, old.inspection, old.file_name))
  execute function forget_import_item_keys();
