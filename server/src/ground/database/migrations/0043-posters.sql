-- The moment of a film, in milliseconds, or the page of a document, from 1, that somebody chose as its picture, for
-- each file that an entity has or had: another file starts without, and one that is restored has its own again.
-- Decision 0218.
create table poster (
  resource text not null,
  id bigint not null,
  file_sha256 text not null,
  place int not null check (place >= 0),
  primary key (resource, id, file_sha256),
  foreign key (resource, id) references entity on delete cascade
);
create index poster_file on poster (file_sha256, place);
create trigger poster_changed after insert or update or delete on poster for each statement execute function notify_change();
