-- When a page is to be published or unpublished, and by whom: one of each for a page.
create table page_schedule (
  resource text not null default 'page' check (resource = 'page'),
  -- What the action is taken on: the draft or the working copy that is published, the page that is unpublished.
  page_id bigint not null,
  action text not null check (action in ('validate', 'unpublish')),
  due_at timestamptz not null,
  -- No foreign key: where the account is gone, the page says why nothing happened.
  author_resource text not null,
  author_id bigint not null,
  created_at timestamptz not null default now(),
  -- The code of the error for which it did not happen; null while it is to come.
  failure text,
  primary key (page_id, action),
  foreign key (resource, page_id) references entity on delete cascade
);
create index page_schedule_due on page_schedule (due_at) where failure is null;
