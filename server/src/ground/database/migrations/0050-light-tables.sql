-- Light tables: where items of a cart lie, in units of the table; nulls where nobody has placed one. Decision 0238.
alter table cart_item
  add column table_x double precision,
  add column table_y double precision,
  add column table_width double precision,
  add column table_layer int,
  -- The revision of the table at which the place was last given or taken back.
  add column table_revision bigint not null default 0,
  add constraint cart_item_place_is_whole check (num_nulls(table_x, table_y, table_width, table_layer) in (0, 4));
-- Rises with every change of places, and with nothing else: order, version and archives of the cart stay as they are.
alter table cart add column table_revision bigint not null default 0;
