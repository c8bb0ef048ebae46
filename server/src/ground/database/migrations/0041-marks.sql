-- Ratings, colour labels and picks. Person 0: those that all share; which of both counts is said by the resource.
-- Decision 0207.
create table mark (
  person_id bigint not null,
  resource text not null,
  id bigint not null,
  -- Stars; 0: none.
  rating smallint not null default 0 check (rating between 0 and 5),
  label text check (label in ('red', 'yellow', 'green', 'blue', 'purple')),
  pick text check (pick in ('picked', 'rejected')),
  primary key (person_id, resource, id),
  foreign key (resource, id) references entity on delete cascade
);
create index mark_entity on mark (resource, id);
create trigger mark_changed after insert or update or delete on mark for each statement execute function notify_change();

alter table resource add column marks text not null default 'own' check (marks in ('own', 'shared'));

-- Whoever is deleted leaves no marks of their own.
create function delete_marks_of_person() returns trigger language plpgsql as $$
begin
  delete from mark where person_id = old.id;
  update trash set parts = (
      select jsonb_agg(case when part ->> 'table' <> 'mark' then part else jsonb_set(part, '{rows}', (
          select coalesce(jsonb_agg(kept), '[]') from jsonb_array_elements(part -> 'rows') kept
          where (kept ->> 'person_id')::bigint <> old.id)) end)
      from jsonb_array_elements(parts) part)
    where parts @> jsonb_build_array(jsonb_build_object('table', 'mark',
      'rows', jsonb_build_array(jsonb_build_object('person_id', old.id))));
  return null;
end $$;
create trigger marks_of_person after delete on entity for each row when (old.resource = 'user')
  execute function delete_marks_of_person();
