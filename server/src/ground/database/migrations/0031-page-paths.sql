-- Published pages are found by their address, without slashes at its ends.
create index entity_page_path on entity ((trim(both '/' from props ->> 'path'))) where resource = 'page';
