import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import releases from '../ground/database/migrations/releases.json' with { type: 'json' }
import { startTestApplication, type AnyJson } from '../http/test-application.ts'
import { pageSchemas } from '../model/schemas/page-schemas.ts'
import { fillLibrary } from './fill-library.ts'
import {
  countMigrations,
  dumpRows,
  readLibrary,
  readRelease,
  releasesFolder,
  restoreRelease,
} from './release.ts'

/** A release is recorded by this variable, once, from its own code: `RECORD_RELEASE=0.2.0`. */
const recorded = process.env['RECORD_RELEASE']

test.runIf(recorded)('a release is recorded, only where RECORD_RELEASE names it', async () => {
  const application = await startTestApplication()
  try {
    await fillLibrary(application)
    const release = { migrations: await countMigrations(), answers: await readLibrary(application) }
    const rows = await dumpRows(application.cartouche.services.database)
    await writeFile(join(releasesFolder, `${recorded}.sql`), rows)
    await writeFile(join(releasesFolder, `${recorded}.json`), `${JSON.stringify(release, null, 1)}\n`)
  } finally {
    await application.stop()
  }
})

const versions = readdirSync(releasesFolder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length))

/** Contributors and editors read and write comments, contributors by two rules of rows. */
const comments = [
  ['"grants":45', '"grants":49'],
  ['"grants":73', '"grants":75'],
] as const

/** Editors share pages by links. */
const shares = [['"grants":75', '"grants":76']] as const

/** Assets say whether they are panoramas or hold a video: these do not. */
const forms = [['"filesize":', '"form":null,"panorama":null,"livephoto":null,"filesize":']] as const

/** The profile for print says what it gives as people say it. */
const profiles = [
  ['For print (full size, with its description inside)', 'For print (full size, with metadata)'],
  [
    'Pour l’impression (pleine taille, description incluse)',
    'Pour l’impression (taille d’origine, avec métadonnées)',
  ],
] as const

/** What later versions changed on purpose in what a release answered: texts before and after. */
const changes: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  '0.1.0': [
    ['Whole screen (1600 pixels)', 'Screen (1600 pixels)'],
    ['Plein écran (1600 pixels)', 'Écran (1600 pixels)'],
    ['For pages and letters (1200 pixels)', 'Web and documents (1200 pixels)'],
    ['Pour pages et courriers (1200 pixels)', 'Web et documents (1200 pixels)'],
    // A cart's id is a text, and a node that has no children says so.
    ['{"id":1094,"name":"Coast"', '{"id":"1094","name":"Coast"'],
    ['"$children":[]', '"$children":null'],
    // Editors embed assets on other sites.
    ['"grants":50', '"grants":51'],
    // An import says more of itself.
    [
      '"$resource":"massimportjob"',
      '"$resource":"massimportjob","$path":"massimport/data/job","count":0,"subjobs":[]',
    ],
    [
      '"created":"2026-11-23T02:17:00.056Z"',
      '"created":"2026-11-23T02:17:00.056Z","modified":"2026-11-23T02:17:00.056Z"',
    ],
    ['"status":{"id":1,"name":"waiting"}', '"status":{"id":7,"name":"empty"}'],
    // Contributors and editors may search by picture.
    ['"grants":38', '"grants":40'],
    ['"grants":51', '"grants":52'],
    // Roles may read pages, and editors change them.
    ['"grants":40', '"grants":45'],
    ['"grants":52', '"grants":73'],
    ['"grants":15', '"grants":20'],
    ['"grants":21', '"grants":26'],
    ...comments,
    ...shares,
    ...forms,
    ...profiles,
  ],
  '0.2.0': [
    // Pages and widgets have their texts in other languages, of which these have none.
    ['"ismodel":false', '"ismodel":false,"translations":null'],
    ['"slot":""', '"slot":"","translations":null'],
    ...comments,
    ...shares,
    ...forms,
    ...profiles,
  ],
}

test('upgrades call each release by its number of migrations', async () => {
  const counts = versions.map(async (version) => [version, (await readRelease(version)).migrations])
  expect(releases).toEqual(Object.fromEntries(await Promise.all(counts)))
})

test.for(versions)('a library of version %s is upgraded with nothing lost', async (version) => {
  const application = await startTestApplication((url) => restoreRelease(url, version))
  try {
    const expected = await expectedOf(version)
    expect(withoutAdded(await readLibrary(application), expected, version)).toEqual(expected)
  } finally {
    await application.stop()
  }
})

/** Where the fields of all schemas are answered, and the product's own that came later, by `schema.field`. */
const fieldList = 'admin /rest/dam/data/schemafield?max=1000&orderby=id%20asc'
const formFields = ['asset.metadata.form', 'asset.metadata.panorama', 'asset.metadata.livephoto']
const addedFields: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': ['schema.importfield', 'schema.marks', ...formFields],
  '0.2.0': ['page.translations', 'pagewidget.translations', 'schema.marks', ...formFields],
}
/** Fields whose French labels a later version changed: it writes them once more. */
const relabelledFields: Readonly<Record<string, readonly string[]>> = {
  '0.1.0': ['asset.validuntil', 'schemafield.tree'],
  '0.2.0': ['asset.validuntil', 'schemafield.tree', 'page.ismodel'],
}
const addedSchemas: Readonly<Record<string, typeof pageSchemas>> = { '0.1.0': pageSchemas }

/** What the release was asked too, without what came later. */
function withoutAdded(
  answers: Readonly<Record<string, AnyJson>>,
  expected: Readonly<Record<string, AnyJson>>,
  version: string,
): Record<string, unknown> {
  const asked = Object.fromEntries(Object.keys(expected).map((question) => [question, answers[question]]))
  const [fields, schemas] = [addedFields[version] ?? [], addedSchemas[version] ?? []]
  const { response, ...around } = answers[fieldList]
  const data = response.data
    .filter(
      ({ name, schema }: AnyJson) =>
        !fields.includes(`${schema.name}.${name}`) &&
        !schemas.some(({ resource }) => resource === schema.name),
    )
    .map((field: AnyJson) => asBefore(field, expected[fieldList].response.data, version))
  const added = schemas.reduce((sum, schema) => sum + schema.fields.size, fields.length)
  expect(response.data).toHaveLength(data.length + added)
  const count = data.length
  return { ...asked, [fieldList]: { ...around, response: { ...response, data, count, total: count } } }
}

/** A field that was labelled again has one version more than it had; in all else it is as it was. */
function asBefore(field: AnyJson, fieldsBefore: readonly AnyJson[], version: string): AnyJson {
  if (!relabelledFields[version]?.includes(`${field.schema.name}.${field.name}`)) return field
  const before = fieldsBefore.find(({ id }) => id === field.id) ?? {}
  expect(field.$version).toBe(before.$version + 1)
  const { $version, $datatime, modifiedat } = before
  return { ...field, $version, $datatime, modifiedat }
}

async function expectedOf(version: string): Promise<Record<string, AnyJson>> {
  let text = JSON.stringify((await readRelease(version)).answers)
  for (const [before, after] of changes[version] ?? []) {
    expect(text).toContain(before)
    text = text.replaceAll(before, after)
  }
  return JSON.parse(text) as Record<string, AnyJson>
}
