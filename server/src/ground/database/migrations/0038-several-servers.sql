-- Servers remember answers while nothing changed that they rest on (0005). These tables were counted by the server alone that changed
-- them.
do $$
declare name text;
begin
  foreach name in array array['entity', 'entity_attachment', 'merged_entity', 'branding_image', 'cart_collaborator', 'cart_exclusion', 'download_profile', 'saved_search', 'track', 'page_schedule'] loop
    execute format('create trigger %I after insert or update or delete on %I for each statement execute function notify_change()', name || '_changed', name);
  end loop;
end $$;

-- How many calls of this minute servers have taken for themselves, of what an application may make; worthless a minute later.
create unlogged table minute_count (
  subject text primary key,
  -- Since 1970.
  minute bigint not null,
  taken integer not null,
  -- By the statement that wrote it last.
  granted integer not null
);
