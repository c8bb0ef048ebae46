-- Words that a search finds by others.
create table synonym (
  id bigint primary key generated always as identity,
  -- One way: who searches for one of these finds those of words as well. Empty: each of words finds the others.
  sources text[] not null,
  words text[] not null,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now()
);
create trigger synonym_changed after insert or update or delete on synonym for each statement execute function notify_change();
