-- Imports under other imports. Deleting either takes the pair away and leaves the other.
create table import_subjob (
  job_id bigint not null references import_job on delete cascade,
  subjob_id bigint not null references import_job on delete cascade,
  primary key (job_id, subjob_id),
  check (job_id <> subjob_id)
);
create index import_subjob_subjob on import_subjob (subjob_id);
