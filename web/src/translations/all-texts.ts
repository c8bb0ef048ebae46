import administrationEn from './administration/en.json' with { type: 'json' }
import administrationFr from './administration/fr.json' with { type: 'json' }
import commonEn from './en.json' with { type: 'json' }
import commonFr from './fr.json' with { type: 'json' }

/** Every text of a language, for tests: the application loads its parts one by one. */
export const en = { ...commonEn, ...administrationEn }
export const fr = { ...commonFr, ...administrationFr }
