import { maxTreeDepth } from '@cartouche/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '../../../access/identity.ts'
import { withTransaction } from '../../../ground/database/database.ts'
import { createRecord, deleteRecord, patchRecord } from '../write-entity.ts'
import { getSchemaOf } from '../../schemas/schema-registry.ts'
import type { Schema } from '../../schemas/schema.ts'
import { createTestLibrary, type TestLibrary } from '../../../testing/test-library.ts'
import { waitForLocks } from '../../../testing/wait-for-locks.ts'
import { selectTreePaths } from './trees.sql.ts'

let library: TestLibrary
let editor: SignedIn
let keywords: Schema

beforeAll(async () => {
  library = await createTestLibrary()
  editor = await library.user('editor')
  keywords = await getSchemaOf(library.services, 'assetkeyword')
})
afterAll(() => library.close())

const node = (name: string, parent?: number): Promise<number> =>
  library.createNode('assetkeyword', name, parent)
const move = (id: number, parent: number | null): Promise<unknown> =>
  patchRecord(library.as(editor), keywords, id, { parent })
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code,
  )
const pathOf = async (id: number): Promise<number[] | undefined> =>
  (await selectTreePaths(library.services.database, 'assetkeyword', 'parent', [id])).get(id)

test('a node cannot lie below itself, nor below what is below it', async () => {
  const a = await node('A')
  const b = await node('B', a)
  const c = await node('C', b)
  for (const parent of [a, b, c]) await expect(move(a, parent)).rejects.toMatchObject({ code: 'tree_circle' })
  await move(c, null)
  await move(a, c)
  expect(await pathOf(b)).toEqual([c, a, b])
})

test('two moves at once that make a circle together: one of them is refused', async () => {
  for (let round = 0; round < 5; round++) {
    const [a, b] = [await node(`Left ${round}`), await node(`Right ${round}`)]
    const done = await Promise.all([code(move(a, b)), code(move(b, a))])
    expect(done).toEqual(expect.arrayContaining(['done', 'tree_circle']))
    expect((await pathOf(a))?.length).toBeLessThan(3)
  }
})

test('a tree has a bottom: no node goes below it, whatever hangs on it', async () => {
  const chain = [await node('1')]
  for (let depth = 2; depth <= maxTreeDepth; depth++)
    chain.push(
      (await createRecord(library.as(editor), keywords, { name: String(depth), parent: chain.at(-1) })).id,
    )
  await expect(
    createRecord(library.as(editor), keywords, { name: 'too deep', parent: chain.at(-1) }),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
    data: { reason: `a tree has at most ${maxTreeDepth} levels` },
  })
  const [top, below] = [await node('Top'), await node('Bare')]
  await node('Hanging', below)
  expect(await code(move(below, chain.at(-2) ?? 0))).toBe('invalid_parameter')
  expect(await code(move(below, chain.at(-3) ?? 0))).toBe('done')
  expect(await code(move(chain[0] ?? 0, top))).toBe('invalid_parameter')
  expect(await code(move(chain[0] ?? 0, chain.at(-1) ?? 0))).toBe('tree_circle')
})

test('a node that is deleted while it gets a child: either the child is refused, or the deletion', async () => {
  const context = library.as(editor)
  for (const isDeletedFirst of [true, false]) {
    const parent = await node('Parent')
    const held = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const first = withTransaction(context.database, async (transaction) => {
      const within = { ...context, database: transaction }
      await (isDeletedFirst
        ? deleteRecord(within, keywords, parent)
        : createRecord(within, keywords, { name: 'Child', parent }))
      written.resolve()
      await held.promise
    })
    await written.promise
    const second = code(
      isDeletedFirst
        ? createRecord(context, keywords, { name: 'Child', parent })
        : deleteRecord(context, keywords, parent),
    )
    await waitForLocks(context.database)
    held.resolve()
    expect(await code(first)).toBe('done')
    expect(await second).toBe(isDeletedFirst ? 'entity_not_found' : 'entity_in_use')
  }
})

test('two people who rename one node: the second gets a conflict', async () => {
  const id = await node('Harbor')
  await patchRecord(library.as(editor), keywords, id, { name: 'Harbour', $version: 1 })
  await expect(
    patchRecord(library.as(editor), keywords, id, { name: 'Port', $version: 1 }),
  ).rejects.toMatchObject({ code: 'version_conflict' })
})

test('names in every script, and as long as they may be', async () => {
  for (const name of [
    '日本の港',
    'ميناء',
    'नौका',
    'Ελλάδα',
    '🏝️ Île',
    'é',
    `${'a'.repeat(499)}${'😀'.repeat(700)}`,
    `${'a'.repeat(99)}${'𠀀'.repeat(300)}`,
    'x'.repeat(2000),
  ]) {
    const { id } = await createRecord(library.as(editor), keywords, { name })
    expect(
      (await patchRecord(library.as(editor), keywords, id, { name: `${name.slice(0, 40)}!`.toWellFormed() }))
        .name,
    ).toBe(`${name.slice(0, 40)}!`)
  }
  await expect(
    createRecord(library.as(editor), keywords, { name: 'x'.repeat(10_000) }),
  ).rejects.toMatchObject({
    code: 'invalid_parameter',
    data: { parameter: 'name', reason: 'at most 2000 characters' },
  })
})
