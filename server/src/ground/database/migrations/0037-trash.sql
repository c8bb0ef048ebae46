-- Entities that were deleted and can be restored: their rows as documents, so that nothing that reads the
-- library meets them. Decision 0181.
create table trash (
  resource text not null,
  id bigint not null,
  name text not null,
  deleted_at timestamptz not null default now(),
  deleted_by bigint,
  size_bytes bigint not null,
  -- The row of the entity, and [{table, rows}] of the tables whose rows go with it.
  entity jsonb not null,
  parts jsonb not null,
  primary key (resource, id)
);
create index trash_order on trash (deleted_at desc, id);
create index trash_deleter on trash (deleted_by, deleted_at desc, id);

-- Bytes that an entity in the trash needs.
create table trash_blob (
  resource text not null,
  id bigint not null,
  sha256 text not null references blob,
  primary key (resource, id, sha256),
  foreign key (resource, id) references trash on delete cascade
);
create index trash_blob_sha256 on trash_blob (sha256);

-- The tables whose rows go with an entity, but for its row of search, which is written again: also those that later
-- migrations make.
create view entity_part as
  select c.conrelid::regclass::text as name,
    (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[1]) as resource_column,
    (select attname from pg_attribute where attrelid = c.conrelid and attnum = c.conkey[2]) as id_column,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = c.conrelid and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_constraint c
  where c.contype = 'f' and c.confrelid = 'entity'::regclass and c.confdeltype = 'c' and c.conrelid <> 'search'::regclass;

-- Keeps what a deletion is about to remove. Its deletion is the caller's, in the same transaction.
create function keep_in_trash(of_resource text, of_id bigint, of_name text, by_user bigint) returns void language plpgsql as $$
declare
  part entity_part;
  found_rows jsonb;
  parts jsonb := '[]';
begin
  for part in select * from entity_part order by name loop
    execute format('select coalesce(jsonb_agg(to_jsonb(t)), ''[]'') from %s t where %I = $1 and %I = $2',
      part.name, part.resource_column, part.id_column) into found_rows using of_resource, of_id;
    if jsonb_array_length(found_rows) > 0 then
      parts := parts || jsonb_build_array(jsonb_build_object('table', part.name, 'rows', found_rows));
    end if;
  end loop;
  insert into trash (resource, id, name, deleted_by, size_bytes, entity, parts)
    select of_resource, of_id, of_name, by_user, 0, to_jsonb(e), parts from entity e
    where e.resource = of_resource and e.id = of_id;
  insert into trash_blob (resource, id, sha256)
    select distinct of_resource, of_id, kept ->> 'sha256'
    from jsonb_array_elements(parts) p, jsonb_array_elements(p -> 'rows') kept where kept ? 'sha256';
  update trash set size_bytes = (
      select coalesce(sum(b.size_bytes), 0) from trash_blob t join blob b using (sha256)
      where t.resource = of_resource and t.id = of_id)
    where resource = of_resource and id = of_id;
end $$;

-- Puts an entity back under its number. What it belonged to and is gone by now stays away.
-- Returns how many rows that was.
create function restore_from_trash(of_resource text, of_id bigint) returns int language plpgsql as $$
declare
  kept trash;
  part record;
  made int;
  missing int := 0;
begin
  delete from trash where resource = of_resource and id = of_id returning * into strict kept;
  insert into entity select * from jsonb_populate_record(null::entity, kept.entity);
  for part in
    select e.name, e.columns, r as document
    from jsonb_array_elements(kept.parts) p join (select distinct name, columns from entity_part) e on e.name = p ->> 'table',
      jsonb_array_elements(p -> 'rows') r
    order by e.name
  loop
    begin
      execute format('insert into %1$s (%2$s) overriding system value
        select %2$s from jsonb_populate_record(null::%1$s, $1) on conflict do nothing', part.name, part.columns) using part.document;
      get diagnostics made = row_count;
      missing := missing + 1 - made;
    exception when foreign_key_violation then
      missing := missing + 1;
    end;
  end loop;
  return missing;
end $$;
