-- Servers remember answers while nothing changed that they rest on (0005). These tables were counted by the server alone that changed
-- them.
do $$
declare name text;
begin
  foreach name in array array['entity', 'entity_attachment', 'merged_entity', 'branding_image', 'cart_collaborator', 'cart_exclusion', 'download_profile', 'saved_search', 'track', 'page_schedule'] loop
    execute format('create trigger %I after insert or update or delete on %I for each statement execute function notify_change()', name || '_changed', name);
  end loop;
end $$;
