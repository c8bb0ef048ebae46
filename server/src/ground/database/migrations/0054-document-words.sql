-- The words inside documents, by their bytes, for the full text. Decision 0252.
create table document_words (
  sha256 text primary key references blob on delete cascade,
  -- Of how they are read: what an older one read is read again.
  version int not null,
  -- Folded, without positions and weights; empty where there are none.
  words tsvector not null,
  -- Whether the document has no more than these.
  is_complete boolean not null default true,
  -- Why it could not be read: a code of RenditionError, and its English text.
  problem text,
  problem_message text,
  read_at timestamptz not null default now()
);
create index document_words_words on document_words using gin (words);

-- Which documents have some words, by the index in any case: PostgreSQL takes the words of a document for as cheap to
-- look into as a number, and would read all of them where many have the words.
create function documents_with(query tsquery) returns setof text language sql stable set enable_seqscan = off as $$
  select sha256 from document_words where words @@ query
$$;

-- Servers keep in memory which rows have some words: these rows are to be looked at again.
create function note_document_words() returns trigger language plpgsql as $$
begin
  insert into search_change (resource, ids)
    select f.resource, array_agg(f.id) from changed join entity_file f using (sha256) group by f.resource;
  return null;
end $$;
create trigger document_words_inserted after insert on document_words referencing new table as changed for each statement execute function note_document_words();
create trigger document_words_updated after update on document_words referencing new table as changed for each statement execute function note_document_words();
create trigger document_words_deleted after delete on document_words referencing old table as changed for each statement execute function note_document_words();
create trigger document_words_changed after insert or update or delete on document_words for each statement execute function notify_change();
