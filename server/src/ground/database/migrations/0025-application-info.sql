-- What the interface is told of beside the brand: the address of the organisation's other site, and licences of the editors of texts. Empty: none.
alter table branding
  add column dxm_url text not null default '',
  add column rich_text_editor_key text not null default '',
  add column spellchecker_key text not null default '';
