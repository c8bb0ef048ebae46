-- Archives that hold the same share one layout: of a cart of 100,000 items it is 7.5 MB, and hundreds of visitors may ask for it. Decision 0073.
create table archive_layout (
  -- The ETag of the archives: the SHA-256 of the layout, as it is sent.
  etag text primary key,
  bytes bytea not null
);
-- Layouts are mostly hashes, which do not compress: trying costs 30 ms for 10,000 files.
alter table archive_layout alter column bytes set storage external;
insert into archive_layout (etag, bytes)
  select distinct on (sha256(layout)) '"' || rtrim(translate(encode(sha256(layout), 'base64'), '+/', '-_'), '=') || '"', layout from archive where layout is not null;

-- Null while something in it is being made, or when it failed.
alter table archive add column layout_etag text references archive_layout;
update archive set layout_etag = '"' || rtrim(translate(encode(sha256(layout), 'base64'), '+/', '-_'), '=') || '"' where layout is not null;
alter table archive drop column layout;
create index archive_layout_etag on archive (layout_etag);
