import { editable, field, mandatory, measured, once, schema } from './define-schema.ts'
import type { Schema } from './schema.ts'

const filled = (defaultCreate: unknown) => ({ ...editable, defaultCreate })

/** A text of JSON, which stays the text that it is. */
const props = field('props', 'json', 'Properties', 'Propriétés', { cud: filled('{}') })
/** The texts of its properties in other languages, by `{property}_{language}`: as a text of JSON, too. */
const translations = field('translations', 'json', 'Translations', 'Traductions', {
  fulltextWeight: 'C',
  cud: filled('{}'),
})
/** `{name}` and a list of them: what an application calls its templates, features and components. */
const features = field('features', 'json', 'Features', 'Fonctions', { cud: filled([]) })
const validChildren = field('validchildren', 'array', 'Components to choose from', 'Composants proposés', {
  target: 'pagewidget',
})

/**
 * Pages, the widgets that they are built of, and the files of widgets. Widgets and files name the place where
 * they stand by its path, as `clubwedpagedesc_12_clubwedwidget_7`; a widget without a place is a component,
 * from which widgets are copied.
 * @source data-layer §3 CMS page, §9 widget path scheme; wire facts "Pages"; decisions 0162, 0187
 */
export const pageSchemas: readonly Schema[] = [
  schema(
    'page',
    'data',
    { en: 'Page', fr: 'Page' },
    [
      field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: mandatory }),
      field('path', 'text', 'Address', 'Adresse', { isSortable: true, fulltextWeight: 'B', cud: filled('') }),
      field('version', 'number', 'Version', 'Version', {
        isSortable: true,
        cud: { ...measured, defaultCreate: 1 },
      }),
      props,
      field('parent', 'object', 'Parent', 'Parent', { target: 'page', isTree: true, isFacet: true }),
      field('template', 'json', 'Template', 'Gabarit', { cud: filled({ name: 'default' }) }),
      features,
      validChildren,
      field('ismodel', 'boolean', 'Model for other pages', 'Modèle d’autres pages', {
        isFacet: true,
        cud: filled(false),
      }),
      field('public', 'boolean', 'Visible without signing in', 'Visible sans connexion', {
        isFacet: true,
        cud: filled(false),
      }),
      field('copietravail', 'object', 'Working copy of', 'Copie de travail de', {
        target: 'page',
        cud: measured,
      }),
      translations,
    ],
    { hasWorkflow: true, treeField: 'parent' },
  ),
  schema(
    'pagewidget',
    'data',
    { en: 'Widget', fr: 'Widget' },
    [
      field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: filled('') }),
      field('parent', 'text', 'Place', 'Emplacement', {
        isSortable: true,
        cud: { ...once, mandatoryCreate: false, mandatoryStructure: false, defaultCreate: '' },
      }),
      field('slot', 'text', 'Slot', 'Zone', { cud: filled('') }),
      field('position', 'number', 'Position', 'Position', { isSortable: true, cud: filled(0) }),
      field('enabled', 'boolean', 'Shown', 'Affiché', { isFacet: true, cud: filled(true) }),
      field('value', 'longtext', 'Text', 'Texte', { fulltextWeight: 'C' }),
      props,
      field('component', 'json', 'Component', 'Composant'),
      features,
      validChildren,
      field('mastercomponent', 'object', 'Copied from', 'Copié de', { target: 'pagewidget', cud: measured }),
      translations,
    ],
    { hasWorkflow: true },
  ),
  schema(
    'pagefile',
    'data',
    { en: 'Widget file', fr: 'Fichier de widget' },
    [
      field('name', 'text', 'Property', 'Propriété', {
        isSortable: true,
        fulltextWeight: 'A',
        cud: mandatory,
      }),
      field('parent', 'text', 'Place', 'Emplacement', { isSortable: true, cud: once }),
      field('file', 'binary', 'File', 'Fichier'),
      field('modified', 'datetime', 'Changed', 'Modifié', { isSortable: true, cud: measured }),
    ],
    { hasWorkflow: true },
  ),
]
