-- Widgets and files of pages are found by the path of what they stand in, exactly or at any depth below it.
create index entity_part_place on entity ((props ->> 'parent') text_pattern_ops) where resource in ('pagewidget', 'pagefile');
