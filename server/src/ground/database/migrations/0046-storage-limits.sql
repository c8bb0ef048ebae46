-- How much the files of each person take, and how much they may. Decision 0230.

-- Limits of a person, or of everybody of a role. Null: none.
create table storage_limit (
  resource text not null check (resource in ('user', 'role')),
  id bigint not null,
  size_bytes bigint check (size_bytes >= 0),
  files bigint check (files >= 0),
  primary key (resource, id),
  foreign key (resource, id) references entity on delete cascade
);
create trigger storage_limit_changed after insert or update or delete on storage_limit
  for each statement execute function notify_change();

-- What was added and taken away, by owner: the sum of an owner's rows is what their files take. Nobody waits for
-- anybody to write one; the rows of an owner become one now and then.
create table storage_use (
  owner_id bigint not null,
  size_bytes bigint not null,
  files bigint not null
);
create index storage_use_owner on storage_use (owner_id) include (size_bytes, files);

-- Every file that counts, with its owner: originals and their former versions, files of fields, what is in the trash,
-- and what was imported and is no asset yet (6: validated). A version that was restored has the bytes of another.
create view storage_file as
  select e.owner_id, f.sha256 from entity_file f join entity e using (resource, id) where f.restored_from is null
  union all
  select e.owner_id, v.sha256 from entity_version v join entity e using (resource, id) where v.restored_from is null
  union all
  select e.owner_id, a.sha256 from entity_attachment a join entity e using (resource, id)
  union all
  select j.owner_id, i.sha256 from import_item i join import_job j on j.id = i.job_id where i.status <> 6
  union all
  select (t.entity ->> 'owner_id')::bigint, kept ->> 'sha256'
  from trash t, jsonb_array_elements(t.parts) p, jsonb_array_elements(p -> 'rows') kept
  where p ->> 'table' in ('entity_file', 'entity_version', 'entity_attachment') and kept ->> 'restored_from' is null;

-- Puts right what differs from the files there are, as of one moment. Returns of how many owners that was so.
create function recount_storage() returns int language plpgsql as $$
declare
  corrected int;
begin
  insert into storage_use (owner_id, size_bytes, files)
    select owner_id, sum(size_bytes), sum(files) from (
      select f.owner_id, b.size_bytes, 1 as files from storage_file f join blob b using (sha256) where f.owner_id is not null
      union all
      select owner_id, -size_bytes, -files from storage_use) counted
    group by owner_id having sum(size_bytes) <> 0 or sum(files) <> 0;
  get diagnostics corrected = row_count;
  return corrected;
end $$;

select recount_storage();

-- Adds some files to an owner's, or takes them away.
create function add_storage_use(owner bigint, hashes text[], times int) returns void language plpgsql as $$
begin
  if owner is null or cardinality(hashes) is null or cardinality(hashes) = 0 then return; end if;
  insert into storage_use (owner_id, size_bytes, files)
    select owner, times * sum(b.size_bytes), times * count(*) from unnest(hashes) h(sha256) join blob b using (sha256);
end $$;

-- The files of an entity that count.
create function files_of_entity(of_resource text, of_id bigint) returns text[] language sql stable as $$
  select array_agg(sha256) from (
    select sha256 from entity_file where resource = of_resource and id = of_id and restored_from is null
    union all
    select sha256 from entity_version where resource = of_resource and id = of_id and restored_from is null
    union all
    select sha256 from entity_attachment where resource = of_resource and id = of_id) f
$$;

-- Files that come to an entity and go from it. Those that go with the entity itself were counted before it went.
do $$
declare
  name text;
  counts text;
begin
  for name, counts in values ('entity_file', 'f.restored_from is null'), ('entity_version', 'f.restored_from is null'), ('entity_attachment', 'true') loop
    execute format('create function storage_of_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_op <> ''DELETE'' then
          insert into storage_use (owner_id, size_bytes, files)
            select e.owner_id, sum(b.size_bytes), count(*) from new_rows f join entity e using (resource, id) join blob b using (sha256)
            where e.owner_id is not null and %2$s group by e.owner_id;
        end if;
        if tg_op <> ''INSERT'' then
          insert into storage_use (owner_id, size_bytes, files)
            select e.owner_id, -sum(b.size_bytes), -count(*) from old_rows f join entity e using (resource, id) join blob b using (sha256)
            where e.owner_id is not null and %2$s group by e.owner_id;
        end if;
        return null;
      end $body$', name, counts);
    execute format('create trigger %1$s_storage_added after insert on %1$s referencing new table as new_rows
      for each statement execute function storage_of_%1$s()', name);
    execute format('create trigger %1$s_storage_replaced after update on %1$s referencing old table as old_rows new table as new_rows
      for each statement execute function storage_of_%1$s()', name);
    execute format('create trigger %1$s_storage_removed after delete on %1$s referencing old table as old_rows
      for each statement execute function storage_of_%1$s()', name);
  end loop;
end $$;

-- Entities that get another owner: all of a statement at once, as somebody's whole library can be given away. Rows
-- that are equal before and after cancel out, without a join of the two.
create function storage_of_owners() returns trigger language plpgsql as $$
begin
  insert into storage_use (owner_id, size_bytes, files)
    select m.owner_id, sum(m.times * b.size_bytes), sum(m.times) from (
      select resource, id, owner_id, sum(times) as times from (
        select resource, id, owner_id, -1 as times from old_rows union all select resource, id, owner_id, 1 from new_rows) rows
      where owner_id is not null group by resource, id, owner_id having sum(times) <> 0) m
    cross join lateral (
      select sha256 from entity_file where resource = m.resource and id = m.id and restored_from is null
      union all
      select sha256 from entity_version where resource = m.resource and id = m.id and restored_from is null
      union all
      select sha256 from entity_attachment where resource = m.resource and id = m.id) f join blob b using (sha256)
    group by m.owner_id;
  return null;
end $$;
create trigger entity_storage_owner after update on entity referencing old table as old_rows new table as new_rows
  for each statement execute function storage_of_owners();

-- An entity that goes with its files.
create function storage_of_entity() returns trigger language plpgsql as $$
begin
  perform add_storage_use(old.owner_id, files_of_entity(old.resource, old.id), -1);
  return old;
end $$;
create trigger entity_storage_gone before delete on entity
  for each row when (old.owner_id is not null) execute function storage_of_entity();

-- What goes into the trash, comes back or is deleted permanently.
create function storage_of_trash() returns trigger language plpgsql as $$
declare
  kept trash;
  times int := 1;
begin
  if tg_op = 'DELETE' then
    kept := old;
    times := -1;
  else
    kept := new;
  end if;
  perform add_storage_use((kept.entity ->> 'owner_id')::bigint, (
    select array_agg(f ->> 'sha256') from jsonb_array_elements(kept.parts) p, jsonb_array_elements(p -> 'rows') f
    where p ->> 'table' in ('entity_file', 'entity_version', 'entity_attachment') and f ->> 'restored_from' is null), times);
  return null;
end $$;
create trigger trash_storage_counted after insert or delete on trash for each row execute function storage_of_trash();

-- Items of imports, until they are validated (6).
create function storage_of_import_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into storage_use (owner_id, size_bytes, files)
      select j.owner_id, sum(b.size_bytes), count(*) from new_rows i join import_job j on j.id = i.job_id join blob b using (sha256)
      where i.status <> 6 group by j.owner_id;
  else
    insert into storage_use (owner_id, size_bytes, files)
      select j.owner_id, -sum(b.size_bytes), -count(*) from old_rows i join import_job j on j.id = i.job_id join blob b using (sha256)
      where i.status <> 6 group by j.owner_id;
  end if;
  return null;
end $$;
create trigger import_item_storage_added after insert on import_item referencing new table as new_rows
  for each statement execute function storage_of_import_items();
create trigger import_item_storage_removed after delete on import_item referencing old table as old_rows
  for each statement execute function storage_of_import_items();

-- One that is validated, or that moves to another import.
create function storage_of_moved_item() returns trigger language plpgsql as $$
begin
  if old.status <> 6 then
    perform add_storage_use((select owner_id from import_job where id = old.job_id), array[old.sha256], -1);
  end if;
  if new.status <> 6 then
    perform add_storage_use((select owner_id from import_job where id = new.job_id), array[new.sha256], 1);
  end if;
  return null;
end $$;
create trigger import_item_storage_moved after update of status, job_id, sha256 on import_item
  for each row when ((old.status = 6) <> (new.status = 6) or old.job_id <> new.job_id or old.sha256 <> new.sha256)
  execute function storage_of_moved_item();

-- An import that gets another owner, or goes with its items.
create function storage_of_import_job() returns trigger language plpgsql as $$
declare
  hashes text[] := (select array_agg(sha256) from import_item where job_id = old.id and status <> 6);
begin
  perform add_storage_use(old.owner_id, hashes, -1);
  if tg_op = 'DELETE' then return old; end if;
  perform add_storage_use(new.owner_id, hashes, 1);
  return null;
end $$;
create trigger import_job_storage_owner after update of owner_id on import_job
  for each row when (old.owner_id <> new.owner_id) execute function storage_of_import_job();
create trigger import_job_storage_gone before delete on import_job for each row execute function storage_of_import_job();
