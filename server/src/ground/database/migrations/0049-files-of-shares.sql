-- Codes of the download profiles that visitors of a share may choose from; null: all.
alter table share
  add column profiles text[],
  add constraint share_profiles_are_some check (cardinality(profiles) > 0);
