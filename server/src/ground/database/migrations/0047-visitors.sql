-- Visitors of a share who said who they are, and what they write. Decision 0231.
create table share_visitor (
  visitor_id bigint primary key generated always as identity,
  share_id text not null references share on delete cascade,
  -- SHA-256 of what their browser keeps.
  token_hash bytea not null unique,
  name text not null,
  email text not null,
  created_at timestamptz not null default clock_timestamp()
);
create index share_visitor_share on share_visitor (share_id);

-- Whether visitors read what colleagues reply to their comments.
alter table share add column shows_replies boolean not null default true;

-- What visitors did that is limited; the network is a hash that is another one under every share.
create table share_limit (
  share_id text not null references share on delete cascade,
  kind text not null check (kind in ('visitor', 'comment', 'link')),
  network text not null,
  at timestamptz not null default clock_timestamp()
);
create index share_limit_share on share_limit (share_id, kind, at);

-- Whose comment it is. No reference: comments stay when the share is forgotten, and come back from the trash after it.
alter table comment add column visitor_id bigint;
create index comment_share on comment (share_id, comment_id) where share_id is not null;

alter table share_visit
  add column visitor_id bigint references share_visitor on delete set null,
  drop constraint share_visit_kind_check,
  add constraint share_visit_kind_check check (kind in ('view', 'item', 'download', 'zip', 'comment'));

-- Who asked for another link, in the place of one that ended.
create table link_request (
  request_id bigint primary key generated always as identity,
  share_id text not null references share on delete cascade,
  name text not null,
  email text not null,
  message text not null default '',
  asked_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz
);
create index link_request_share on link_request (share_id, asked_at);
