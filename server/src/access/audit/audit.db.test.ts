import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApplication, type AnyJson, type TestApplication } from '../../http/test-application.ts'
import { deleteOldAudit } from './audit.sql.ts'
import type { Context } from '../context.ts'
import { recordAudit } from './record-audit.ts'
import { recordWorkflow } from './record-edit.ts'

let application: TestApplication
beforeAll(async () => {
  application = await startTestApplication()
})
afterAll(() => application.stop())

const find = async (query = ''): Promise<AnyJson> =>
  (await application.ask('GET', `/rest/administration/audit?${query}`, { call: 'findAudit' })).body
const database = () => application.cartouche.services.database

test('sign-ins and refusals are recorded, with the network and without what was typed', async () => {
  await application.ask('POST', '/rest/signin', {
    json: { login: 'editor', password: 'not the password' },
    who: 'nobody',
  })
  await application.ask('POST', '/rest/signin', {
    json: { login: 'my password by mistake', password: 'editor' },
    who: 'nobody',
  })
  const { entries, kinds } = await find()
  expect(entries.slice(0, 3)).toMatchObject([
    { kind: 'session.refused', actor: { kind: 'nobody' }, target: null, network: '127.0.0.0/24' },
    { kind: 'session.refused', target: { resource: 'user', id: '12', name: 'Editor' } },
    {
      kind: 'session.opened',
      actor: { kind: 'user', id: 14, name: 'Viewer' },
      after: { method: 'password' },
    },
  ])
  expect(JSON.stringify(entries)).not.toContain('mistake')
  expect(kinds).toEqual(['session.opened', 'session.refused'])
})

test('carts, shares, assets and schemas: what is made, recalled, changed and deleted is recorded', async () => {
  const asset = (
    await application.ask('POST', '/rest/dam/data/asset', { json: { json: { name: 'Short-lived' } } })
  ).body.response.data.id
  const [cart] = (
    await application.ask('POST', '/wedia/cart/createCart/', {
      json: { name: 'For the press', items: { asset: [asset] } },
    })
  ).body
  const share = (
    await application.ask('POST', `/wedia/cart/shareCart/${cart.id}`, {
      json: { password: 'a secret of the press' },
    })
  ).body
  await application.ask('DELETE', `/wedia/cart/shareCart/${cart.id}/${share.id}`)
  await application.ask('DELETE', `/wedia/cart/deleteCart/${cart.id}`)
  await application.ask('DELETE', `/rest/dam/data/asset/${asset}`)
  const field = (
    await application.ask('POST', '/rest/data/schemafield', {
      json: {
        json: {
          schema: (await application.ask('GET', '/rest/data/schema')).body.response.data.find(
            (one: AnyJson) => one.name === 'asset',
          ).id,
          name: 'mood',
          label: 'Mood',
          type: 'text',
        },
      },
    })
  ).body.response.data
  await application.ask('POST', `/rest/data/schemafield/${field.id}`, {
    as: 'PATCH',
    json: { json: { label: 'Temper' } },
  })
  const { entries } = await find('actor=11')
  const recorded = entries.map(({ kind, target }: AnyJson) => [kind, target.name])
  expect(recorded).toEqual(
    expect.arrayContaining([
      ['share.created', 'For the press'],
      ['share.recalled', 'For the press'],
      ['cart.deleted', 'For the press'],
      ['asset.deleted', 'Short-lived'],
      ['schemafield.created', 'mood'],
      ['schemafield.updated', 'mood'],
    ]),
  )
  expect(entries.find(({ kind }: AnyJson) => kind === 'schemafield.updated')).toMatchObject({
    before: { label: 'Mood' },
    after: { label: 'Temper' },
  })
  expect(JSON.stringify(entries)).not.toContain('secret of the press')
})

test('edits and workflow of assets are recorded: one entry for each call, with what was set, bounded', async () => {
  const make = async (name: string): Promise<number> =>
    (await application.ask('POST', '/rest/dam/data/asset', { json: { json: { name } } })).body.response.data
      .id
  const [one, two] = [await make('Edited'), await make('Other')]
  await application.ask('PATCH', `/rest/dam/data/asset/${one}`, {
    json: { json: { city: 'Brest', description: 'x'.repeat(2000) } },
  })
  await application.ask('POST', `/rest/dam/data/asset/${one}/workflow`, {
    json: { workflowAction: 'submit' },
  })
  const { entries } = await find(`resource=asset&id=${one}`)
  expect(entries).toMatchObject([
    { kind: 'asset.workflow', target: { name: 'Edited' }, after: { action: 'submit' } },
    { kind: 'asset.updated', actor: { id: 11 }, target: { name: 'Edited' }, after: { city: 'Brest' } },
    { kind: 'asset.created', target: { name: 'Edited' }, after: { name: 'Edited' } },
  ])
  expect(JSON.stringify(entries[1].after).length).toBeLessThan(1000)
  const { database: db } = application.cartouche.services
  await recordWorkflow(
    { ...application.cartouche.services, database: db } as unknown as Context,
    'asset',
    [one, two],
    'publish',
  )
  expect((await find('kind=asset.workflow')).entries[0]).toMatchObject({
    target: null,
    after: { action: 'publish', count: 2, ids: [one, two] },
  })
})

test('download profiles that are added, changed and removed are recorded', async () => {
  const recipe = { format: 'png', boxPx: 300, quality: 90, colourSpace: 'srgb', watermark: false }
  const profile = { names: { en: 'Large', fr: 'Grand' }, recipe, embedsMetadata: false }
  await application.ask('POST', '/wedia/cart/downloadProfiles', { json: { code: 'large', ...profile } })
  await application.ask('PUT', '/wedia/cart/downloadProfiles/large', {
    json: { ...profile, recipe: { ...recipe, boxPx: 400 } },
  })
  await application.ask('DELETE', '/wedia/cart/downloadProfiles/large')
  // Refused, and so not recorded.
  await application.ask('DELETE', '/wedia/cart/downloadProfiles/originals')
  const { entries } = await find('kind=downloadprofile')
  const target = { resource: 'downloadprofile', id: 'large', name: 'Large' }
  expect(entries).toMatchObject([
    { kind: 'downloadprofile.deleted', target, before: { recipe: { boxPx: 400 } }, after: null },
    {
      kind: 'downloadprofile.updated',
      target,
      actor: { kind: 'user' },
      before: { recipe: { boxPx: 300 } },
      after: { recipe: { boxPx: 400 } },
    },
    { kind: 'downloadprofile.created', target, before: null, after: { names: { en: 'Large' } } },
  ])
  // What did not change is not repeated.
  expect(Object.keys(entries[1].after)).toEqual(['recipe'])
})

test('a change that is not kept is not recorded', async () => {
  const {
    entries: [last],
  } = await find()
  expect((await application.ask('DELETE', '/rest/data/role/4')).status).toBe(409)
  await application.ask('POST', '/rest/data/role?simu=true', { json: { json: { name: 'Never' } } })
  expect((await find()).entries[0].id).toBe(last.id)
})

test('entries are found by person, kind, time and entity, page by page', async () => {
  const all = (await find('max=200')).entries
  const [page, rest] = [await find('max=2'), await find(`max=200&before=${(await find('max=2')).before}`)]
  expect([...page.entries, ...rest.entries].map(({ id }: AnyJson) => id)).toEqual(
    all.map(({ id }: AnyJson) => id),
  )
  expect(rest.before).toBeNull()
  expect((await find('kind=session')).entries.every(({ kind }: AnyJson) => kind.startsWith('session.'))).toBe(
    true,
  )
  expect((await find('kind=cart.deleted')).entries).toHaveLength(1)
  const { target } = (await find('kind=asset.deleted')).entries[0]
  const recorded = (await find(`resource=asset&id=${target.id}`)).entries
  expect(recorded.map(({ kind }: AnyJson) => kind)).toEqual(['asset.deleted', 'asset.created'])
  expect((await find(`until=${encodeURIComponent(all.at(-1).at)}`)).entries).toEqual([])
  expect((await find(`from=${encodeURIComponent(all[0].at)}`)).entries).toHaveLength(1)
})

test('nothing is changed in the log or taken from it, but what is too old', async () => {
  await expect(sql`update audit_entry set kind = 'other.thing'`.execute(database())).rejects.toThrow(
    'only ever added to',
  )
  await expect(sql`delete from audit_entry`.execute(database())).rejects.toThrow('only ever added to')
  await expect(sql`truncate audit_entry`.execute(database())).rejects.toThrow('only ever added to')
  await sql`insert into audit_entry (at, actor_kind, kind) values (now() - interval '40 days', 'server', 'old.thing')`.execute(
    database(),
  )
  const before = (await find('max=200')).entries.length
  expect(await deleteOldAudit(database(), 30)).toBe(1)
  expect((await find('max=200')).entries).toHaveLength(before - 1)
  await expect(sql`delete from audit_entry`.execute(database())).rejects.toThrow('only ever added to')
})

test('of fields only what changed is kept, and of secrets never the value', async () => {
  await recordAudit({}, database(), {
    kind: 'thing.updated',
    before: { a: 1, b: [1], password: 'x' },
    after: { a: 1, b: [2], password: 'y', apiToken: 'z' },
  })
  expect((await find('kind=thing.updated')).entries[0]).toMatchObject({
    actor: { kind: 'server' },
    before: { b: [1], password: '…' },
    after: { b: [2], password: '…', apiToken: '…' },
  })
})
