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
