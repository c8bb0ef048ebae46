import { field, mandatory, measured, once, schema } from './define-schema.ts'
import { pageSchemas } from './page-schemas.ts'
import type { Field, Schema } from './schema.ts'

const description = 1
const context = 2
const file = 3
const rights = 4

const asset = schema(
  'asset',
  'dam',
  { en: 'Asset', fr: 'Média' },
  [
    field('name', 'text', 'Name', 'Nom', {
      i18n: true,
      isSortable: true,
      fulltextWeight: 'A',
      groupId: description,
      cud: mandatory,
    }),
    field('name_fr', 'text', 'Name in French', 'Nom en français', {
      i18nFor: 'name',
      fulltextWeight: 'A',
      groupId: description,
    }),
    field('description', 'longtext', 'Description', 'Description', {
      i18n: true,
      fulltextWeight: 'C',
      groupId: description,
    }),
    field('description_fr', 'longtext', 'Description in French', 'Description en français', {
      i18nFor: 'description',
      fulltextWeight: 'C',
      groupId: description,
    }),
    field('rootnature', 'object', 'Type', 'Type', {
      target: 'assetnature',
      isFacet: true,
      fulltextWeight: 'D',
      groupId: file,
      cud: measured,
    }),
    field('keywords', 'array', 'Keywords', 'Mots-clés', {
      target: 'assetkeyword',
      isFacet: true,
      fulltextWeight: 'B',
      groupId: description,
    }),
    field('collections', 'array', 'Collections', 'Collections', {
      target: 'assetcollection',
      isFacet: true,
      fulltextWeight: 'C',
      groupId: description,
    }),
    field('creator', 'text', 'Creator', 'Auteur', { isFacet: true, fulltextWeight: 'B', groupId: rights }),
    field('credit', 'text', 'Credit', 'Crédit', { fulltextWeight: 'C', groupId: rights }),
    field('copyright', 'text', 'Copyright', 'Droits', { fulltextWeight: 'C', groupId: rights }),
    field('city', 'text', 'City', 'Ville', { isFacet: true, fulltextWeight: 'B', groupId: context }),
    field('country', 'text', 'Country', 'Pays', { isFacet: true, fulltextWeight: 'B', groupId: context }),
    field('takenat', 'datetime', 'Taken on', 'Prise de vue', { isSortable: true, groupId: context }),
    field('takenin', 'text', 'Taken in (year or month)', 'Prise de vue (année ou mois)', {
      fulltextWeight: 'D',
      groupId: context,
    }),
    field('gps', 'geo', 'Position', 'Position', { groupId: context }),
    field('camera', 'text', 'Camera', 'Appareil', { isFacet: true, fulltextWeight: 'D', groupId: context }),
    field('width', 'number', 'Width', 'Largeur', { groupId: file, cud: measured }),
    field('height', 'number', 'Height', 'Hauteur', { groupId: file, cud: measured }),
    field('duration', 'number', 'Duration', 'Durée', { groupId: file, cud: measured }),
    field('colorspace', 'text', 'Colour space', 'Espace colorimétrique', {
      isFacet: true,
      groupId: file,
      cud: measured,
    }),
    field('pages', 'number', 'Pages', 'Pages', { groupId: file, cud: measured }),
    field('blurhash', 'text', 'Blurhash', 'Blurhash', { groupId: file, cud: measured }),
    field('metadata.filesize', 'number', 'File size', 'Taille du fichier', {
      isSortable: true,
      groupId: file,
      cud: measured,
    }),
    field('metadata.filename', 'text', 'File name', 'Nom du fichier', {
      fulltextWeight: 'D',
      groupId: file,
      cud: measured,
    }),
    field('metadata.mediatype', 'text', 'Format', 'Format', { isFacet: true, groupId: file, cud: measured }),
    field('metadata.problems', 'json', 'Notes on the file', 'Remarques sur le fichier', {
      groupId: file,
      cud: measured,
    }),
    field('importjob', 'number', 'Import', 'Import', { groupId: file, cud: measured }),
    field('binary', 'binary', 'File', 'Fichier', { groupId: file }),
    field('validfrom', 'datetime', 'Valid from', 'Valable à partir du', { groupId: rights }),
    field('validuntil', 'datetime', 'Valid until', 'Valable jusqu’au', { groupId: rights }),
    field('metadata.form', 'text', 'Kind of picture', 'Genre d’image', {
      isFacet: true,
      groupId: file,
      cud: measured,
    }),
    field('metadata.panorama', 'json', '360° panorama', 'Panorama à 360°', { groupId: file, cud: measured }),
    field('metadata.livephoto', 'text', 'Live Photo', 'Live Photo', {
      fulltextWeight: 'D',
      groupId: file,
      cud: measured,
    }),
  ],
  { hasWorkflow: true, importField: 'binary' },
)

const name = field('name', 'text', 'Name', 'Nom', {
  i18n: true,
  isSortable: true,
  fulltextWeight: 'A',
  cud: mandatory,
})
const nameFr = field('name_fr', 'text', 'Name in French', 'Nom en français', {
  i18nFor: 'name',
  fulltextWeight: 'A',
})
const tree = (target: string): Field =>
  field('parent', 'object', 'Parent', 'Parent', { target, isTree: true, isFacet: true })

/**
 * The resources that every library has.
 * @source portal §3; decision 0040
 */
export const builtInSchemas: readonly Schema[] = [
  schema('assetnature', 'dam', { en: 'Type', fr: 'Type' }, [name, nameFr]),
  schema('assetkeyword', 'dam', { en: 'Keyword', fr: 'Mot-clé' }, [name, nameFr, tree('assetkeyword')], {
    treeField: 'parent',
  }),
  schema(
    'assetcollection',
    'dam',
    { en: 'Collection', fr: 'Collection' },
    [name, nameFr, tree('assetcollection')],
    { treeField: 'parent' },
  ),
  asset,
  schema('role', 'data', { en: 'Role', fr: 'Rôle' }, [
    field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: mandatory }),
    field('watermark', 'boolean', 'Watermark', 'Filigrane'),
  ]),
  schema('user', 'data', { en: 'User', fr: 'Utilisateur' }, [
    field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: mandatory }),
    field('login', 'text', 'Login', 'Identifiant', { isSortable: true, fulltextWeight: 'B', cud: mandatory }),
    field('email', 'text', 'E-mail', 'Courriel'),
    field('locale', 'text', 'Language', 'Langue'),
    field('role', 'object', 'Role', 'Rôle', { target: 'role', isFacet: true, cud: mandatory }),
  ]),
  schema('application', 'data', { en: 'Application', fr: 'Application' }, [
    field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: mandatory }),
    field('role', 'object', 'Role', 'Rôle', { target: 'role', isFacet: true, cud: mandatory }),
  ]),
  schema('schema', 'data', { en: 'Schema', fr: 'Schéma' }, [
    field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: once }),
    field('label', 'text', 'Label', 'Libellé', { i18n: true, fulltextWeight: 'B', cud: mandatory }),
    field('label_fr', 'text', 'Label in French', 'Libellé en français', {
      i18nFor: 'label',
      fulltextWeight: 'B',
    }),
    field('domain', 'text', 'Domain', 'Domaine', {
      isFacet: true,
      cud: { create: true, update: false, mandatoryCreate: true, defaultCreate: 'dam' },
    }),
    field('workflow', 'boolean', 'Workflow', 'Flux de validation', {
      cud: { create: true, update: false, defaultCreate: false },
    }),
    field('readers', 'array', 'Roles that see its entities', 'Rôles qui voient ses entités', {
      target: 'role',
    }),
    field('writers', 'array', 'Roles that make and change them', 'Rôles qui les créent et les modifient', {
      target: 'role',
    }),
    field('position', 'number', 'Position', 'Position', {
      isSortable: true,
      cud: { create: true, update: true, defaultCreate: 100 },
    }),
    field('builtin', 'boolean', 'Built in', 'Intégré', {
      isFacet: true,
      cud: { ...measured, defaultCreate: false },
    }),
    field('importfield', 'text', 'File field of imports', 'Champ de fichier des imports'),
    field('marks', 'text', 'Ratings, labels and picks', 'Notes, étiquettes et sélection', {
      cud: { create: true, update: true, defaultCreate: 'own' },
    }),
  ]),
  schema('schemafield', 'data', { en: 'Field', fr: 'Champ' }, [
    field('name', 'text', 'Name', 'Nom', { isSortable: true, fulltextWeight: 'A', cud: once }),
    field('schema', 'object', 'Schema', 'Schéma', { target: 'schema', isFacet: true, cud: once }),
    field('label', 'text', 'Label', 'Libellé', { i18n: true, fulltextWeight: 'B', cud: mandatory }),
    field('label_fr', 'text', 'Label in French', 'Libellé en français', {
      i18nFor: 'label',
      fulltextWeight: 'B',
    }),
    field('type', 'text', 'Type', 'Type', { isFacet: true, cud: mandatory }),
    field('target', 'object', 'Linked schema', 'Schéma lié', {
      target: 'schema',
      cud: { create: true, update: false },
    }),
    field('i18n', 'boolean', 'By language', 'Par langue', {
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('i18nfor', 'text', 'Language variant of', 'Variante de', { cud: { create: true, update: false } }),
    field('tree', 'boolean', 'Parent in the tree', 'Parent dans l’arbre', {
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('facet', 'boolean', 'Facet', 'Facette', {
      isFacet: true,
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('sortable', 'boolean', 'Sortable', 'Triable', {
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('fulltext', 'text', 'Weight in the full text, A to D', 'Poids dans le texte intégral, A à D'),
    field('group', 'number', 'Group', 'Groupe', { cud: { create: true, update: true, defaultCreate: 1 } }),
    field('taborder', 'number', 'Order', 'Ordre', {
      isSortable: true,
      cud: { create: true, update: true, defaultCreate: 1000 },
    }),
    field('create', 'boolean', 'Set when made', 'Saisi à la création', {
      cud: { create: true, update: true, defaultCreate: true },
    }),
    field('update', 'boolean', 'Can be changed', 'Modifiable', {
      cud: { create: true, update: true, defaultCreate: true },
    }),
    field('mandatorycreate', 'boolean', 'Mandatory when made', 'Obligatoire à la création', {
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('mandatorypatch', 'boolean', 'Mandatory when changed', 'Obligatoire à la modification', {
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('mandatorystructure', 'boolean', 'Never empty', 'Jamais vide', {
      cud: { create: true, update: true, defaultCreate: false },
    }),
    field('defaultcreate', 'json', 'Default when made', 'Valeur par défaut à la création'),
    field('defaultpatch', 'json', 'Default when changed', 'Valeur par défaut à la modification'),
    field('builtin', 'boolean', 'Built in', 'Intégré', {
      isFacet: true,
      cud: { ...measured, defaultCreate: false },
    }),
  ]),
  ...pageSchemas,
]
