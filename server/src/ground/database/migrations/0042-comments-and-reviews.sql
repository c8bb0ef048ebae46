-- What people say of an entity: a comment that begins a thread, and replies to it. Decision 0209.
create table comment (
  comment_id bigint primary key generated always as identity,
  resource text not null,
  id bigint not null,
  -- The comment that it replies to; null: it begins a thread. Rows that come back from the trash come in any order.
  thread_id bigint references comment on delete cascade deferrable initially deferred,
  author_kind text not null check (author_kind in ('user', 'application', 'visitor')),
  -- Names are those of today: who is gone has none. Null: a visitor.
  author_id bigint,
  -- Of a visitor: the name that they gave, and their share.
  visitor_name text,
  share_id text,
  body text not null,
  -- Users that the text names, as @[12].
  mentions bigint[] not null default '{}',
  -- {x, y, width, height} in shares of the upright picture; page; timeMs, endMs.
  place jsonb,
  -- The version of the file that it is about.
  version int,
  created_at timestamptz not null default clock_timestamp(),
  edited_at timestamptz,
  deleted_at timestamptz,
  resolved_at timestamptz,
  resolved_by bigint,
  check ((author_kind = 'visitor') = (author_id is null)),
  foreign key (resource, id) references entity on delete cascade
);
create index comment_entity on comment (resource, id, comment_id);
create index comment_thread on comment (thread_id);
create index comment_author on comment (author_id, created_at);
create index comment_mentions on comment using gin (mentions);

-- Assets that wait for a decision. Decision 0210.
create table review_request (
  request_id bigint primary key generated always as identity,
  -- Null: an application, or from before there were requests.
  requester_id bigint,
  note text not null default '',
  due_at timestamptz,
  -- Whether all of its reviewers must approve, or any one decides.
  needs_all boolean not null default false,
  created_at timestamptz not null default now(),
  -- When its reviewers were told that it is due.
  reminded_at timestamptz
);
create index review_request_due on review_request (due_at) where reminded_at is null;

-- Who was asked; nobody: whoever may publish and reject.
create table review_reviewer (
  request_id bigint not null references review_request on delete cascade,
  user_resource text not null default 'user' check (user_resource = 'user'),
  user_id bigint not null,
  primary key (request_id, user_id),
  foreign key (user_resource, user_id) references entity on delete cascade
);
create index review_reviewer_user on review_reviewer (user_id);

create table review_item (
  resource text not null,
  id bigint not null,
  request_id bigint not null references review_request on delete cascade,
  state text not null check (state in ('waiting', 'approved', 'rejected', 'withdrawn')),
  -- Of the last decision.
  decided_at timestamptz,
  decided_by bigint,
  reason text not null default '',
  -- The version of the file that is asked about.
  version int,
  -- When a new version of the file made what was decided void.
  reopened_at timestamptz,
  primary key (request_id, resource, id),
  foreign key (resource, id) references entity on delete cascade
);
create unique index review_item_waiting on review_item (resource, id) where state = 'waiting';
create index review_item_entity on review_item (resource, id);

-- What was decided of an entity, and why.
create table review_decision (
  decision_id bigint primary key generated always as identity,
  resource text not null,
  id bigint not null,
  request_id bigint references review_request on delete set null,
  author_kind text not null check (author_kind in ('user', 'application')),
  author_id bigint not null,
  verdict text not null check (verdict in ('approve', 'reject')),
  reason text not null default '',
  version int,
  at timestamptz not null default clock_timestamp(),
  -- Whether a new version of the file came since.
  is_void boolean not null default false,
  foreign key (resource, id) references entity on delete cascade
);
create index review_decision_entity on review_decision (resource, id, decision_id);

-- What was submitted before waits as well.
with submitted as (select resource, id, owner_id from entity where resource = 'asset' and status = 2),
  requests as (
    insert into review_request (requester_id) select distinct owner_id from submitted returning request_id, requester_id
  )
insert into review_item (resource, id, request_id, state, version)
  select s.resource, s.id, r.request_id, 'waiting', coalesce(f.number, 1) from submitted s
  left join entity_file f using (resource, id) join requests r on r.requester_id is not distinct from s.owner_id;

-- Roles of an organisation's own: whoever may edit an asset may read and write its comments.
insert into role_grant (role_id, position, resource, action, rows)
  select g.role_id,
    (select max(position) from role_grant m where m.role_id = g.role_id)
      + (row_number() over (partition by g.role_id order by g.position, a.action))::int,
    'asset', a.action, g.rows
  from role_grant g, (values ('readComments'), ('comment')) a (action)
  where g.resource = 'asset' and g.action = 'update' and not exists (select from shipped_role s where s.role_id = g.role_id);
