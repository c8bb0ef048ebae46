-- Assets that other sites show, each by a token of its own.
create table embed (
  id bigint primary key generated always as identity,
  -- SHA-256: the token itself is told once.
  token_hash bytea not null unique,
  resource text not null,
  entity_id bigint not null,
  author_resource text not null,
  author_id bigint not null,
  -- The largest picture that it shows.
  variation text not null,
  -- Sites that may show it, as sources of frame-ancestors; empty: all.
  sites text[] not null,
  created_at timestamptz not null default now(),
  -- Null: until it is revoked.
  expires_at timestamptz,
  revoked_at timestamptz,
  foreign key (resource, entity_id) references entity on delete cascade,
  foreign key (author_resource, author_id) references entity on delete cascade
);
create index embed_entity on embed (resource, entity_id, id desc);
create index embed_author on embed (author_resource, author_id);
create trigger embed_changed after insert or update or delete on embed for each statement execute function notify_change();
