-- Which files came since the last segment of the write-ahead log was stored is asked each minute. Decision 0242.
create index blob_created_at on blob using brin (created_at);
