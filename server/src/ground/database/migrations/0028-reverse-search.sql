-- By what a picture is found again. Like a rendition it belongs to the bytes that it was made from, so that equal
-- originals share it, and it goes with them.
create table fingerprint (
  sha256 text primary key references blob on delete cascade,
  id bigint not null unique generated always as identity,
  version int not null,
  -- Null: there is nothing to tell it by.
  fingerprint bytea,
  -- Its transaction: what is read again to follow the changes.
  xid xid8 not null default pg_current_xact_id()
);
create index fingerprint_xid on fingerprint (xid);

-- The last search for the picture of an asset, by whoever asked for it. What was found is told to each reader as far as they may see it.
create table reverse_search (
  resource text not null,
  entity_id bigint not null,
  status text not null check (status in ('pending', 'done', 'failed')),
  -- [{id, score, mirrored}], the most alike first.
  findings jsonb not null default '[]',
  error text,
  submitted_at timestamptz not null default now(),
  done_at timestamptz,
  primary key (resource, entity_id),
  foreign key (resource, entity_id) references entity on delete cascade
);
