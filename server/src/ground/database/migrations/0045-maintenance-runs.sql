-- What the library's backups, their checks and the reading of its files came to, whoever began them: the schedule, a
-- person, or a command. A run whose process ended is open for ever; whether one is under way, its lock says.
-- Decision 0228.
create table maintenance_run (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('backup', 'check', 'verify')),
  began_at timestamptz not null default now(),
  ended_at timestamptz,
  outcome text check (outcome in ('done', 'faults', 'failed', 'stopped')),
  -- Where the backup is, without keys, and its name there.
  place text,
  backup text,
  figures jsonb not null default '{}',
  message text,
  -- How far a round through all files is: the last one that was read; null at its end.
  position text,
  -- The first of the files that are missing or damaged.
  faults jsonb not null default '[]',
  check ((ended_at is null) = (outcome is null))
);
create index maintenance_run_kind on maintenance_run (kind, began_at desc);
