-- Links that open a published page to whoever has them, as shares do with carts.
create table page_link (
  -- Unguessable: 128 bits, base64url.
  id text primary key,
  resource text not null default 'page' check (resource = 'page'),
  page_id bigint not null,
  author_resource text not null,
  author_id bigint not null,
  -- For whom it is, as its author calls it; may be empty.
  name text not null,
  password_hash text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  opened int not null default 0,
  last_opened_at timestamptz,
  foreign key (resource, page_id) references entity on delete cascade,
  foreign key (author_resource, author_id) references entity on delete cascade
);
create index page_link_page on page_link (page_id, created_at desc);
create index page_link_author on page_link (author_resource, author_id);
-- That somebody opened one changes nothing that servers keep.
create trigger page_link_changed after insert or delete or update of password_hash, expires_at, revoked_at on page_link
  for each statement execute function notify_change();
