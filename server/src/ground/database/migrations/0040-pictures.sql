-- What pictures of an entity are cropped around, for each file that it has or had: another file starts without, and
-- one that is restored has its own again. In shares of the width and height. Decision 0203.
create table focal_point (
  resource text not null,
  id bigint not null,
  file_sha256 text not null,
  x real not null check (x between 0 and 1),
  y real not null check (y between 0 and 1),
  primary key (resource, id, file_sha256),
  foreign key (resource, id) references entity on delete cascade
);
create trigger focal_point_changed after insert or update or delete on focal_point for each statement execute function notify_change();

-- Named ways to make a picture. Null: all of it, any size, what is accepted, what is usual. Decision 0202.
create table picture_preset (
  code text primary key,
  names jsonb not null,
  position int not null,
  crop text,
  width int,
  height int,
  fit text not null default 'inside',
  format text,
  quality int,
  metadata text not null default 'none'
);
create trigger picture_preset_changed after insert or update or delete on picture_preset for each statement execute function notify_change();

insert into picture_preset (code, names, position, crop, width, height, format) values
  ('instagram-post', '{"en": "Instagram post", "fr": "Publication Instagram"}', 1, '4:5', 1080, 1350, 'jpeg'),
  ('instagram-square', '{"en": "Instagram square", "fr": "Carré Instagram"}', 2, '1:1', 1080, 1080, 'jpeg'),
  ('story', '{"en": "Story or reel", "fr": "Story ou reel"}', 3, '9:16', 1080, 1920, 'jpeg'),
  ('facebook-post', '{"en": "Facebook post", "fr": "Publication Facebook"}', 4, '1200:630', 1200, 630, 'jpeg'),
  ('linkedin-post', '{"en": "LinkedIn post", "fr": "Publication LinkedIn"}', 5, '1200:627', 1200, 627, 'jpeg'),
  ('youtube-thumbnail', '{"en": "YouTube thumbnail", "fr": "Miniature YouTube"}', 6, '16:9', 1280, 720, 'jpeg'),
  ('web-banner', '{"en": "Website banner", "fr": "Bannière de site"}', 7, '21:9', 1920, null, 'webp'),
  ('slide', '{"en": "Slide 16:9", "fr": "Diapositive 16:9"}', 8, '16:9', 1920, 1080, 'jpeg');
