-- Assets that were there before the identifiers of Live Photos were read: those up to `until_id` are looked at
-- once, in the order of their ids. Decision 0256.
create table live_photo_catch_up (
  last_id bigint not null,
  until_id bigint not null
);
insert into live_photo_catch_up select 0, coalesce(max(id), 0) from entity where resource = 'asset';
