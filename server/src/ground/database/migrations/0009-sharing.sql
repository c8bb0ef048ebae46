-- Mail that leaves, or waits until somebody reads it.

create table mail (
  id bigint primary key generated always as identity,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  -- kept: no mail server is set; waiting: it will be tried, or tried again; failed: for good, unless somebody sends it again.
  status text not null check (status in ('kept', 'waiting', 'sent', 'failed')),
  attempts int not null default 0,
  -- Why the last attempt failed.
  reason text,
  created_at timestamptz not null default now(),
  tried_at timestamptz,
  sent_at timestamptz
);
create index mail_newest on mail (created_at desc, id desc);

-- What a share gives: the cart, or its archive alone.
alter table share
  add column mode text not null default 'cart' check (mode in ('cart', 'zip')),
  -- The download profile that its archive has; null: the visitor chooses.
  add column profile text,
  -- How many visitors it lets in; null: as many as come.
  add column uses_max int check (uses_max > 0),
  drop column opened,
  drop column last_opened_at;
alter table share add constraint share_zip_has_profile check (mode = 'cart' or profile is not null);

-- Whom a share with a number of uses let in. No change of it is announced, as those of `share` are: what is remembered of access stays good.
create table share_admission (
  share_id text not null references share on delete cascade,
  -- A hash of share, network and browser.
  visitor text not null,
  admitted_at timestamptz not null default now(),
  primary key (share_id, visitor, admitted_at)
);

-- Who opened what of a share.
create table share_visit (
  id bigint primary key generated always as identity,
  share_id text not null references share on delete cascade,
  at timestamptz not null default now(),
  kind text not null check (kind in ('view', 'item', 'download', 'zip')),
  resource text,
  entity_id bigint,
  visitor text not null,
  -- Shortened: the network, not the machine.
  address text not null,
  agent text not null
);
create index share_visit_list on share_visit (share_id, id desc);
create index share_visit_age on share_visit (at);

-- The hits of a search as they were when its archive was asked for: what was tested is what is built, part by part.
create table archive_list (
  uuid uuid primary key default gen_random_uuid(),
  maker_resource text not null,
  maker_id bigint not null,
  -- In the order of the search.
  ids bigint[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  foreign key (maker_resource, maker_id) references entity on delete cascade
);
create index archive_list_expires on archive_list (expires_at);

alter table archive
  alter column cart_id drop not null,
  -- Of a search; an archive is of a cart or of a search.
  add column list_uuid uuid references archive_list on delete cascade,
  add column size_bytes bigint,
  -- How far the work is: pieces that were made, of those that had to be.
  add column done int not null default 0,
  add column total int not null default 0,
  -- Whether its maker is told by mail when it is ready, and of which server's address.
  add column mail_base_url text,
  add constraint archive_subject check ((cart_id is null) <> (list_uuid is null));
create index archive_list_uuid on archive (list_uuid) where list_uuid is not null;
create index archive_maker on archive (maker_resource, maker_id, created_at desc) where share_id is null;

-- What an archive can hold of each asset: the original, a rendition of the product, or a recipe that an administrator wrote.
create table download_profile (
  code text primary key check (code ~ '^[A-Za-z][A-Za-z0-9-]{0,39}$'),
  -- By language: {"en": …, "fr": …}.
  names jsonb not null,
  position int not null,
  -- `original`, or the name of a rendition of the product; null where there is a recipe.
  rendition text,
  -- {format, boxPx, quality, colourSpace, watermark}.
  recipe jsonb,
  -- Whether title, description, keywords and rights of the asset are written into each file.
  embeds_metadata boolean not null default false,
  -- Grows with every change of the recipe: what was made by an older one is made again.
  version int not null default 1,
  is_built_in boolean not null default false,
  check ((rendition is null) <> (recipe is null))
);
insert into download_profile (code, names, position, rendition, recipe, embeds_metadata, is_built_in) values
  ('originals', '{"en": "Original files", "fr": "Fichiers originaux"}', 1, 'original', null, false, true),
  ('print', '{"en": "For print (full size, with its description inside)", "fr": "Pour l’impression (pleine taille, description incluse)"}', 2, null, '{"format": "jpeg", "boxPx": null, "quality": 95, "colourSpace": "srgb", "watermark": false}', true, true),
  ('preview', '{"en": "Whole screen (1600 pixels)", "fr": "Plein écran (1600 pixels)"}', 3, 'preview', null, false, true),
  ('web', '{"en": "For pages and letters (1200 pixels)", "fr": "Pour pages et courriers (1200 pixels)"}', 4, 'web', null, false, true),
  ('thumbnailBig', '{"en": "Small pictures (640 pixels)", "fr": "Petites images (640 pixels)"}', 5, 'thumbnailBig', null, false, true);

-- Files with the description of their asset written into them, by the signature of both. Where a kind of file takes none, the file as it is.
create table embedded_file (
  signature text primary key,
  sha256 text not null references blob on delete cascade,
  created_at timestamptz not null default now()
);
create index embedded_file_sha256 on embedded_file (sha256);
