-- Names of download profiles that the product came with, where nobody changed them.
update download_profile p set names = n.new::jsonb
from (values
  ('preview', '{"en": "Whole screen (1600 pixels)", "fr": "Plein écran (1600 pixels)"}', '{"en": "Screen (1600 pixels)", "fr": "Écran (1600 pixels)"}'),
  ('web', '{"en": "For pages and letters (1200 pixels)", "fr": "Pour pages et courriers (1200 pixels)"}', '{"en": "Web and documents (1200 pixels)", "fr": "Web et documents (1200 pixels)"}')
) n (code, old, new)
where p.code = n.code and p.names = n.old::jsonb;
