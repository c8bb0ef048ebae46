-- Why a run failed, or what it could not do: the error's code and its data, for whoever words it in a language. Null
-- where only the system's own words say it, which `message` holds.
alter table maintenance_run add column error jsonb;
