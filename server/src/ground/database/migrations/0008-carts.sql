-- Carts in full: rights of people, an order by hand, covers, and carts that follow a query.

alter table cart_collaborator add column may_edit boolean not null default true, add column added_at timestamptz not null default now();

alter table cart
  -- The item that the owner put on the cover; one that went, or that a reader may not see, gives way to the first items.
  add column cover_id bigint,
  -- What the cart holds: what people put in, the hits of a query, or both.
  add column content text not null default 'cart' check (content in ('cart', 'cursor', 'both')),
  -- The query that it follows: {query, fulltext, fulltextMode}.
  add column followed jsonb,
  -- The position of its last item. Whoever adds takes positions behind it in the statement that holds the row.
  add column last_position bigint not null default 0,
  add constraint cart_follows check (content = 'cart' or followed is not null);
create index cart_expires on cart (expires_at) where expires_at is not null;
create index cart_public on cart (id) where not is_private;
create index cart_following on cart (id) where content <> 'cart';

-- Positions are spaced, so that an item can be put between two others without touching them.
alter table cart_item alter column position drop identity;
alter table cart_item alter column position set default 0;
update cart_item set position = position * 1048576;
update cart c set last_position = coalesce((select max(position) from cart_item where cart_id = c.id), 0);
-- Whether an item is there as a hit of the query, and not because someone put it in.
alter table cart_item add column is_followed boolean not null default false;

-- Hits that someone took out of a cart that follows a query: they do not come back by themselves.
create table cart_exclusion (
  cart_id bigint not null references cart on delete cascade,
  resource text not null,
  entity_id bigint not null,
  primary key (cart_id, resource, entity_id),
  foreign key (resource, entity_id) references entity on delete cascade
);
create index cart_exclusion_entity on cart_exclusion (resource, entity_id);
