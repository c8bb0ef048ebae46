-- Large imports: how many items there are is known without counting them, and an edit writes each of them once.

-- How many items each import has in each status, and when one of them changed last. Every connection writes rows of its own,
-- so that nobody waits: the sum over them counts.
create table import_count (
  job_id bigint not null,
  status int not null,
  -- 0 are the rows that were added up.
  backend int not null,
  count bigint not null,
  changed_at timestamptz,
  primary key (job_id, status, backend)
);
insert into import_count (job_id, status, backend, count, changed_at)
select job_id, status, 0, count(*), max(changed_at) from import_item group by job_id, status;

create function count_import_items() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into import_count as c (job_id, status, backend, count, changed_at)
    select job_id, status, pg_backend_pid(), count(*), max(changed_at) from new_items group by job_id, status
    on conflict (job_id, status, backend) do update set count = c.count + excluded.count, changed_at = greatest(c.changed_at, excluded.changed_at);
  elsif tg_op = 'DELETE' then
    insert into import_count as c (job_id, status, backend, count)
    select job_id, status, pg_backend_pid(), -count(*) from old_items group by job_id, status
    on conflict (job_id, status, backend) do update set count = c.count + excluded.count;
  else
    insert into import_count as c (job_id, status, backend, count, changed_at)
    select job_id, status, pg_backend_pid(), sum(difference), max(changed_at) from (
      select job_id, status, 1 difference, changed_at from new_items union all select job_id, status, -1, null from old_items) changed
    group by job_id, status having sum(difference) <> 0 or max(changed_at) = now()
    on conflict (job_id, status, backend) do update set count = c.count + excluded.count, changed_at = greatest(c.changed_at, excluded.changed_at);
  end if;
  return null;
end $$;
create trigger import_item_added after insert on import_item referencing new table as new_items for each statement execute function count_import_items();
create trigger import_item_edited after update on import_item referencing old table as old_items new table as new_items for each statement execute function count_import_items();
create trigger import_item_removed after delete on import_item referencing old table as old_items for each statement execute function count_import_items();

-- Pages by name and by date are read in order; other fields are sorted.
create index import_item_titles on import_item (job_id, (left(coalesce(keys ->> 'name', ''), 200)) collate "C", id);
create index import_item_dates on import_item (job_id, (left(coalesce(keys ->> 'takenat', ''), 200)) collate "C", id);
-- Few items have problems: these are counted without reading the others.
create index import_item_problems on import_item (job_id) where problems <> '[]';
-- The first earlier item with the same bytes.
drop index import_item_sha256;
create index import_item_sha256 on import_item (sha256, id);

-- Counts the projections of an item. A write of metadata that brings its projection counts on; one that does not takes it away.
alter table import_item add column projection int not null default 0;
drop trigger import_item_keys on import_item;
create trigger import_item_keys before update of metadata, inspection, file_name on import_item for each row
  when (new.projection = old.projection and (new.metadata, new.inspection, new.file_name) is distinct from (old.metadata, old.inspection, old.file_name))
  execute function forget_import_item_keys();
