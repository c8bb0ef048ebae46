import { expect, test } from 'vitest'
import { draftsOf } from '../drafts/drafts.ts'
import { createInspector } from '../inspector.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { settle } from '../testing/fake-clock.ts'
import { persist, persistCursors, persistDrafts } from './persist.ts'

const path = 'dam/data/asset'

function createStorage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

async function open(storage: ReturnType<typeof createStorage>, signIn = true) {
  const fake = await createFakeClient({ storage, signIn })
  const { client } = fake
  client.cursors.register({ name: 'browse', path })
  const stop = persist(client, [
    persistDrafts(client, [{ path, id: 'new' }]),
    persistCursors(client, ['browse']),
  ])
  return { ...fake, stop, drafts: draftsOf(client) }
}

test('drafts and searches are there when the person comes back, and for nobody else', async () => {
  const storage = createStorage()
  const first = await open(storage)
  first.drafts.edit(path, 'new', { name: 'Half', binary: new File(['x'], 'a.txt') })
  first.client.cursors.constrain('browse', 'kw', { field: 'keywords', operator: 'in', values: [1] })
  await first.clock.advance(250)
  const other = await open(storage, false)
  await other.client.session.signIn({ login: 'viewer', password: 'viewer' })
  await settle()
  expect(other.drafts.get('asset/new').values).toEqual({})
  const later = await open(storage)
  expect(later.drafts.get('asset/new').values).toEqual({ name: 'Half' })
  expect(later.client.cursors.get('browse').definition.constraints).toMatchObject({ kw: { values: [1] } })
  later.drafts.reset(path, 'new')
  await later.clock.advance(250)
  expect([...storage.kept.keys()].filter((key) => key.includes('drafts'))).toEqual([])
})

test('whatever stands in the storage, nothing breaks', async () => {
  const storage = createStorage()
  for (const text of ['{', '[]', '{"browse":{"fulltext":7,"constraints":{"x":{"field":1}}}}', 'null']) {
    storage.kept.set('cartouche/1/cursors', text)
    storage.kept.set('cartouche/1/drafts', text)
    const { client, stop } = await open(storage)
    expect(client.cursors.get('browse').definition).toMatchObject({ fulltext: '', constraints: {} })
    stop()
  }
})

test('a storage that is full is reported', async () => {
  const storage = {
    ...createStorage(),
    setItem: () => {
      throw new Error('full')
    },
  }
  const { drafts, clock, logged } = await open(storage)
  drafts.edit(path, 'new', { name: 'x' })
  await clock.advance(250)
  expect(logged).toContain('drafts could not be kept')
})

test('an inspector shows the steps of all machines', async () => {
  const inspector = createInspector(3)
  const { client } = await createFakeClient({ trace: inspector.trace })
  client.cursors.register({ name: 'browse', path })
  await client.cursors.fetch('browse')
  expect(inspector.get()).toEqual([
    { noun: 'cursor', name: 'browse', event: 'fetch', from: 'registered', to: 'resolving' },
    { noun: 'cursor', name: 'browse', event: 'resolved', from: 'resolving', to: 'initial' },
    { noun: 'cursor', name: 'browse', event: 'answered', from: 'initial', to: 'loaded' },
  ])
  inspector.clear()
  expect(inspector.get()).toEqual([])
})
