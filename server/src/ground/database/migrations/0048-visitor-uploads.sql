-- Files that visitors of a share send. Decision 0232.
alter table share
  add column upload_note text not null default '',
  add column upload_max_bytes bigint,
  add column upload_max_files int,
  -- The import that they arrive in.
  add column upload_job_id bigint references import_job on delete set null;
create index share_upload_job on share (upload_job_id) where upload_job_id is not null;

-- One file of a visitor: room that is held for it from its first byte, until it has arrived.
create table share_upload (
  upload_id bigint primary key generated always as identity,
  share_id text not null references share on delete cascade,
  visitor_id bigint not null references share_visitor on delete cascade,
  -- What tells it from the visitor's other files.
  upload_key text not null,
  file_name text not null,
  size_bytes bigint not null,
  started_at timestamptz not null default clock_timestamp(),
  finished_at timestamptz,
  unique (share_id, visitor_id, upload_key)
);
create index share_upload_visitor on share_upload (visitor_id);

-- The visitor who sent it, and by which link: {"name", "share"}. They stay when the share is forgotten.
alter table import_item add column sender jsonb;

alter table share_limit
  drop constraint share_limit_kind_check,
  add constraint share_limit_kind_check check (kind in ('visitor', 'comment', 'link', 'upload'));
alter table share_visit
  drop constraint share_visit_kind_check,
  add constraint share_visit_kind_check check (kind in ('view', 'item', 'download', 'zip', 'comment', 'upload'));
