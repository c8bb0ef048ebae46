import { setTimeout as sleep } from 'node:timers/promises'
import { parseQuery, type EntityData, type ErrorCode } from '@cartouche/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../access/identity.ts'
import { withTransaction } from '../../ground/database/database.ts'
import type { Task } from '../../ground/jobs/task.ts'
import { getSchemaOf } from '../schemas/schema-registry.ts'
import type { Schema } from '../schemas/schema.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { codeOf } from '../../testing/refusal.ts'
import { entityRoutes } from './entities.routes.ts'
import { selectTargets } from './entities.sql.ts'
import { linkingTasks } from './project-linking.ts'
import { takeAction } from './take-action.ts'
import { createRecord, deleteRecord, patchRecord } from './write-entity.ts'

let library: TestLibrary
let editor: SignedIn
let contributor: SignedIn
let viewer: SignedIn
let asset: Schema
let keyword: Schema

const find = async (query: object, as = editor): Promise<string[]> => {
  const answer = await entityRoutes.findEntities(library.as(as), { path: 'dam/data/asset', query, max: 24 })
  return answer.response.data.map((one) => (one as EntityData).name ?? '')
}

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  contributor = await library.user('contributor')
  viewer = await library.user('viewer')
  asset = await getSchemaOf(library.services, 'asset')
  keyword = await getSchemaOf(library.services, 'assetkeyword')
})
afterAll(() => library.close())

test('what is created is found at once, in words, facets and links', async () => {
  const sea = await library.createNode('assetkeyword', 'Sea')
  const made = await createRecord(library.as(editor), asset, {
    name: 'Gull',
    city: 'Nantes',
    keywords: [{ id: sea }],
    takenat: '2024-02-03T04:05:06+02:00',
  })
  expect(made).toMatchObject({
    name: 'Gull',
    status: { name: 'draft' },
    owner: { id: editor.id },
    keywords: [{ id: sea, name: 'Sea' }],
    takenat: '2024-02-03T02:05:06.000Z',
    $version: 1,
  })
  expect(await find({ keywords: sea })).toEqual(['Gull'])
  expect(await find({ city: 'Nantes' })).toEqual(['Gull'])
})

test('a write based on an older version is refused, and nothing of it stays', async () => {
  const made = await createRecord(library.as(editor), asset, { name: 'Two editors' })
  await patchRecord(library.as(editor), asset, made.id, { $version: 1, city: 'Lyon' })
  expect(
    await codeOf(
      patchRecord(library.as(editor), asset, made.id, { $version: 1, city: 'Metz', name: 'Lost' }),
    ),
  ).toBe('version_conflict')
  expect(await find({ id: made.id })).toEqual(['Two editors'])
  expect(
    (await patchRecord(library.as(editor), asset, made.id, { $version: 2, city: null }))['city'],
  ).toBeNull()
})

test('ten people who append keywords at once lose none', async () => {
  const made = await createRecord(library.as(editor), asset, { name: 'Crowd' })
  const ids = await Promise.all(
    Array.from({ length: 10 }, (_, n) => library.createNode('assetkeyword', `Crowd ${n}`)),
  )
  await Promise.all(
    ids.map((id) =>
      patchRecord(library.as(editor), asset, made.id, { keywords: { $mode: 'appendnew', $values: [id] } }),
    ),
  )
  const after = await patchRecord(library.as(editor), asset, made.id, {
    keywords: { $mode: 'remove', $values: [ids[0]] },
  })
  expect((after['keywords'] as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(
    ids.slice(1).toSorted((a, b) => a - b),
  )
})

test('what a writer is not allowed to see stays linked, however they write the list', async () => {
  const add = async (name: string, json = {}): Promise<number> =>
    (await createRecord(library.as(editor), keyword, { name, ...json })).id
  const [open, secret, other, parent] = [
    await add('Open link'),
    await add('Secret link'),
    await add('Other link'),
    await add('Hidden parent'),
  ]
  const child = await add('Child', { parent })
  const made = await createRecord(library.as(editor), asset, { name: 'Linked', keywords: [open, secret] })
  const grants = editor.role.grants.map((grant) =>
    grant.resource === 'assetkeyword' && grant.action === 'view'
      ? { ...grant, rows: parseQuery({ id: { nin: [secret, parent] } }) }
      : grant,
  )
  const limited = library.as({ ...editor, role: { ...editor.role, grants } })
  const linked = async (field: string, resource: string, id: number): Promise<number[]> =>
    selectTargets(library.services.database, { resource, id, field })
  expect((await patchRecord(limited, asset, made.id, { keywords: [other] }))['keywords']).toMatchObject([
    { id: other },
  ])
  expect(await linked('keywords', 'asset', made.id)).toEqual([other, secret])
  for (const change of [null, [], { $mode: 'clear' }, { $mode: 'remove', $values: [secret, other] }]) {
    await patchRecord(limited, asset, made.id, { keywords: change })
    expect(await linked('keywords', 'asset', made.id)).toEqual([secret])
  }
  await patchRecord(limited, keyword, child, { parent: null })
  expect(await linked('parent', 'assetkeyword', child)).toEqual([parent])
  await patchRecord(limited, keyword, child, { parent: open })
  expect(await linked('parent', 'assetkeyword', child)).toEqual([open])
  await patchRecord(library.as(editor), asset, made.id, { keywords: [] })
  expect(await linked('keywords', 'asset', made.id)).toEqual([])
})

test('a renamed keyword is found under its new name', async () => {
  const id = await library.createNode('assetkeyword', 'Oldname')
  await createRecord(library.as(editor), asset, { name: 'Tagged', keywords: [id] })
  await patchRecord(library.as(editor), keyword, id, { name: 'Newname' })
  const words = async (fulltext: string): Promise<number> =>
    (await entityRoutes.findEntities(library.as(editor), { path: 'dam/data/asset', fulltext, max: 24 }))
      .response.total
  expect([await words('newname'), await words('oldname')]).toEqual([1, 0])
})

test('a tree has no circles', async () => {
  const top = await library.createNode('assetkeyword', 'Top')
  const below = await library.createNode('assetkeyword', 'Below', top)
  expect(await codeOf(patchRecord(library.as(editor), keyword, top, { parent: below }))).toBe('tree_circle')
  expect(await codeOf(patchRecord(library.as(editor), keyword, top, { parent: top }))).toBe('tree_circle')
})

test('bad input is named', async () => {
  const create = (json: Record<string, unknown>): Promise<ErrorCode | undefined> =>
    codeOf(createRecord(library.as(editor), asset, json))
  expect(await create({})).toBe('field_mandatory')
  expect(await create({ name: '' })).toBe('field_mandatory')
  expect(await create({ name: 'a', colour: 'red' })).toBe('unknown_field')
  expect(await create({ name: 'a', width: 3 })).toBe('field_read_only')
  expect(await create({ name: 'a', takenat: 'yesterday' })).toBe('invalid_parameter')
  expect(await create({ name: 'a', gps: { lat: 91, lon: 0 } })).toBe('invalid_parameter')
  expect(await create({ name: 'a', keywords: ['word'] })).toBe('invalid_parameter')
  expect(await create({ name: 'a', keywords: [987_654] })).toBe('entity_not_found')
  expect(await create({ name: 'x'.repeat(2001) })).toBe('invalid_parameter')
  expect((await createRecord(library.as(editor), asset, { name: 'NUL\0 and 😀 "quotes"\n' }))['name']).toBe(
    'NUL and 😀 "quotes"\n',
  )
})

test('the workflow moves by its actions and by whoever may take them', async () => {
  const mine = await createRecord(library.as(contributor), asset, { name: 'Flow' })
  expect(
    await codeOf(takeAction(library.as(contributor), asset, { ids: [mine.id], action: 'publish' })),
  ).toBe('access_denied')
  await takeAction(library.as(contributor), asset, { ids: [mine.id], action: 'submit' })
  expect(await codeOf(takeAction(library.as(contributor), asset, { ids: [mine.id], action: 'submit' }))).toBe(
    'action_not_possible',
  )
  expect(await codeOf(takeAction(library.as(editor), asset, { ids: [mine.id], action: 'explode' }))).toBe(
    'unknown_action',
  )
  expect(await find({ id: mine.id }, viewer)).toEqual([])
  await takeAction(library.as(editor), asset, { ids: [mine.id], action: 'publish' })
  expect(await find({ id: mine.id }, viewer)).toEqual(['Flow'])
  await takeAction(library.as(editor), asset, { ids: [mine.id], action: 'archive' })
  expect(await find({ id: mine.id }, viewer)).toEqual([])
})

test('whoever is not allowed to see it learns nothing; whoever sees it and may not change it gets a refusal', async () => {
  const draft = await createRecord(library.as(editor), asset, { name: 'Secret' })
  expect(await codeOf(patchRecord(library.as(viewer), asset, draft.id, { name: 'x' }))).toBe('access_denied')
  expect(
    await codeOf(
      entityRoutes.getEntity(library.as(viewer), { path: `dam/data/asset/${draft.id}`, id: draft.id }),
    ),
  ).toBe('entity_not_found')
  expect(
    await codeOf(
      entityRoutes.getEntityByUuid(library.as(viewer), {
        path: `dam/data/${draft.$uuid}`,
        uuid: draft.$uuid,
      }),
    ),
  ).toBe('entity_not_found')
  expect(await codeOf(patchRecord(library.as(contributor), asset, draft.id, { name: 'x' }))).toBe(
    'entity_not_found',
  )
  expect(await codeOf(deleteRecord(library.as(contributor), asset, draft.id))).toBe('entity_not_found')
  const own = await createRecord(library.as(contributor), asset, { name: 'Own' })
  await takeAction(library.as(contributor), asset, { ids: [own.id], action: 'submit' })
  expect(await codeOf(deleteRecord(library.as(contributor), asset, own.id))).toBe('delete_refused')
})

test('what is linked cannot be deleted; what is free can', async () => {
  const id = await library.createNode('assetkeyword', 'Used')
  const made = await createRecord(library.as(editor), asset, { name: 'User of it', keywords: [id] })
  expect(await codeOf(deleteRecord(library.as(editor), keyword, id))).toBe('entity_in_use')
  await deleteRecord(library.as(editor), asset, made.id)
  await deleteRecord(library.as(editor), keyword, id)
  expect(await find({ id: made.id })).toEqual([])
})

test('the same asset answers by uuid in every spelling', async () => {
  const made = await createRecord(library.as(editor), asset, { name: 'By uuid' })
  for (const path of ['dam/data/asset', 'dam/data', 'dam/asset', 'dam']) {
    const answer = await entityRoutes.getEntityByUuid(library.as(editor), {
      path: `${path}/${made.$uuid}`,
      uuid: made.$uuid,
    })
    expect(answer.response.data['id']).toBe(made.id)
  }
  expect(
    await codeOf(
      entityRoutes.getEntityByUuid(library.as(editor), {
        path: `dam/data/user/${made.$uuid}`,
        uuid: made.$uuid,
      }),
    ),
  ).toBe('entity_not_found')
})

test('what links to a renamed keyword by the thousand follows in the background', async () => {
  const id = await library.createNode('assetkeyword', 'Beforehand')
  const { database } = library.services
  await sql`insert into entity (resource, id, status, props) select 'asset', 500000 + n, 6, jsonb_build_object('name', 'Many ' || n) from generate_series(1, 2100) n`.execute(
    database,
  )
  await sql`insert into link (resource, id, field, position, target_resource, target_id) select 'asset', 500000 + n, 'keywords', 0, 'assetkeyword', ${id}::bigint from generate_series(1, 2100) n`.execute(
    database,
  )
  await patchRecord(library.as(editor), keyword, id, { name: 'Afterwards' })
  expect(library.jobs.at(-1)).toEqual({ task: 'project-linking', payload: { resource: 'assetkeyword', id } })
  await (linkingTasks['project-linking'] as Task)(
    library.services,
    { resource: 'assetkeyword', id },
    new AbortController().signal,
  )
  const answer = await entityRoutes.findEntities(library.as(editor), {
    path: 'dam/data/asset',
    fulltext: 'afterwards',
    max: 1,
  })
  expect(answer.response.total).toBe(2100)
})

test('a link that was being made while its keyword got a new name is found by the new one', async () => {
  const id = await library.createNode('assetkeyword', 'Formerly')
  const made = await createRecord(library.as(editor), asset, { name: 'Linked meanwhile' })
  let follows: Promise<void> | undefined
  await withTransaction(library.services.database, async (transaction) => {
    await patchRecord({ ...library.as(editor), database: transaction }, asset, made.id, { keywords: [id] })
    await patchRecord(library.as(editor), keyword, id, { name: 'Nowadays' })
    follows = (linkingTasks['project-linking'] as Task)(
      library.services,
      { resource: 'assetkeyword', id },
      new AbortController().signal,
    )
    // As long as a page of it would take, were it not to wait.
    await Promise.race([follows, sleep(200)])
  })
  await follows
  const answer = await entityRoutes.findEntities(library.as(editor), {
    path: 'dam/data/asset',
    fulltext: 'nowadays',
    max: 1,
  })
  expect(answer.response.total).toBe(1)
})

test('two who bring the same new value at once are both found by it', async () => {
  const { database } = library.services
  let second: Promise<unknown> | undefined
  await withTransaction(database, async (transaction) => {
    await createRecord({ ...library.as(editor), database: transaction }, asset, {
      name: 'First there',
      city: 'Ys',
    })
    second = createRecord(library.as(editor), asset, { name: 'Second there', city: 'Ys' })
    for (let waiting = 0; waiting === 0;)
      waiting = (
        await sql<{ n: number }>`select count(*) n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock' and query ilike '%facet_value%'`.execute(
          database,
        )
      ).rows[0]?.n as number
  })
  await second
  expect((await find({ city: 'Ys' })).toSorted()).toEqual(['First there', 'Second there'])
})

test('a text is changed where it was read', async () => {
  const made = await createRecord(library.as(editor), asset, { name: 'Bridge', name_fr: 'Pont' })
  const french = library.as(editor, 'fr')
  expect((await patchRecord(french, asset, made.id, { name: 'Le pont' }))['name']).toBe('Le pont')
  expect((await patchRecord(library.as(editor), asset, made.id, { city: 'Brest' }))['name']).toBe('Bridge')
  await patchRecord(french, asset, made.id, { description: 'Sans traduction' })
  await patchRecord(french, asset, made.id, { name: 'Stored', name_fr: 'Stocké' })
  await patchRecord(french, asset, made.id, { name: 'As it is stored' }, { i18n: false })
  const { props } = await library.services.database
    .selectFrom('entity')
    .select('props')
    .where('resource', '=', 'asset')
    .where('id', '=', made.id)
    .executeTakeFirstOrThrow()
  expect(props).toMatchObject({ name: 'As it is stored', name_fr: 'Stocké', description: 'Sans traduction' })
  expect(props).not.toHaveProperty('description_fr')
  expect(await codeOf(patchRecord(french, asset, made.id, { name: '' }))).toBe('field_mandatory')
})

test('a keyword that is deleted while others link it is gone or stays, and nobody meets a failure of the server', async () => {
  for (let round = 0; round < 15; round++) {
    const id = await library.createNode('assetkeyword', `Fleeting ${round}`)
    const [linked, deleted] = await Promise.all([
      codeOf(createRecord(library.as(editor), asset, { name: 'Linking', keywords: [id] })),
      codeOf(deleteRecord(library.as(editor), keyword, id)),
    ])
    expect([
      [undefined, 'entity_in_use'],
      ['entity_not_found', undefined],
    ]).toContainEqual([linked, deleted])
  }
})
