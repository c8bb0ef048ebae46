-- The order of a cart comes from the index alone, already sorted. Decision 0072.
drop index cart_item_order;
create index cart_item_order on cart_item (cart_id, position, entity_id) include (resource);
