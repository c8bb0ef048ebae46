-- The name of the profile for print, where nobody changed it.
update download_profile
set names = '{"en": "For print (full size, with metadata)", "fr": "Pour l’impression (taille d’origine, avec métadonnées)"}'
where code = 'print'
  and names = '{"en": "For print (full size, with its description inside)", "fr": "Pour l’impression (pleine taille, description incluse)"}';
