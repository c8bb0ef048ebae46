-- What linked names and archives tell, and to whom (decisions 0115 and 0116).

-- Names of what is linked lie apart in the full text, with the weight D: who may not see all that is linked is asked about the other words alone.
-- Rows of before say so of themselves, and are written anew in the background.
alter table search add column links_apart boolean not null default false;

insert into schema_work (resource, kind, total, look_again_at)
select e.resource, 'project', count(*), now() from entity e group by e.resource
on conflict (resource, kind) do update set fields = '{}', last_id = 0, done = 0, total = excluded.total, is_done = false, started_at = now(), look_again_at = now();

-- An archive is good while whoever it was made for may take all that is in it: layouts say of which assets their files are. Those of before do not, and end;
-- their screens ask for new ones.
alter table archive add column is_watermarked boolean not null default false;
update archive set expires_at = now() where layout_etag is not null;
