-- Commands of imports keep a journal: what became of each item, and what it was before.

alter table import_command drop constraint import_command_kind_check;
alter table import_command
  add constraint import_command_kind_check check (kind in ('edit', 'validate', 'move', 'delete', 'undo')),
  -- What to do: the change of an edit, the job of a move, the command that is taken back.
  add column options jsonb not null default '{}',
  add column total int not null default 0,
  add column finished int not null default 0,
  add column failed int not null default 0,
  add column cancelled_at timestamptz;

create table import_command_item (
  command_id text not null references import_command on delete cascade,
  item_id bigint not null,
  -- 0 waits, 1 is finished, 2 failed, 3 was cancelled.
  state smallint not null default 0,
  -- Why it failed.
  problem jsonb,
  -- Of what can be undone: what the command changed, as it was and as it became.
  before jsonb,
  after jsonb,
  primary key (command_id, item_id)
);
create index import_command_item_waiting on import_command_item (command_id, item_id) where state = 0;

insert into import_command_item (command_id, item_id, state)
select c.id, i.id, case when i.status = 5 then 0 else 1 end
from import_item i join import_command c on c.id = i.validated_by where i.status in (5, 6);
update import_command c set total = n.total, finished = n.finished
from (select command_id, count(*) total, count(*) filter (where state = 1) finished from import_command_item group by command_id) n
where n.command_id = c.id;

alter table import_item
  -- Counts changes of the metadata; `edits` has for each field the version that changed it last, and who did.
  add column version int not null default 1,
  add column edits jsonb not null default '{}',
  -- Who has it open for editing, and until when.
  add column locked_by bigint,
  add column locked_until timestamptz;
