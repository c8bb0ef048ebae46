-- Items of imports become entities of any resource that has a file field for them.

-- The field whose file an import fills; null where nothing is imported into the resource.
alter table resource add column import_field text;
update resource set import_field = 'binary' where name = 'asset';
update entity set props = props || '{"importfield": "binary"}' where resource = 'schema' and props ->> 'name' = 'asset';

alter table import_item
  -- What the item becomes.
  add column resource text not null default 'asset' references resource,
  -- Values of fields that its resource does not have, by field and kind: they come back with a resource that has them.
  add column set_aside jsonb not null default '{}';

alter table import_command drop constraint import_command_kind_check;
alter table import_command
  add constraint import_command_kind_check check (kind in ('edit', 'type', 'validate', 'move', 'delete', 'undo'));
