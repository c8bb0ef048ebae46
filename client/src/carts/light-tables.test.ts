import { calls } from '@cartouche/contract/wire'
import { expect, test } from 'vitest'
import { settle } from '../testing/fake-clock.ts'
import { openLiveWorld } from '../testing/live-world.ts'
import { lightTablesOf } from './light-tables.ts'

const place = { x: 10, y: 20, width: 200, layer: 1 }

test('what another places between the reading of a table and the first event is read', async () => {
  const { client, server } = await openLiveWorld()
  const [asset] = server.library.list('asset')
  const item = { type: 'asset', id: asset?.id ?? 0 } as const
  const [cart] = await client.call(calls.createCart, { name: 'Table', items: { asset: [item.id] } })
  const id = Number(cart?.id)
  const tables = lightTablesOf(client)
  await tables.fetch(id)
  expect(tables.byId.get(String(id)).items).toMatchObject([{ id: item.id, place: null }])
  await client.call(calls.arrangeLightTable, { id, items: [{ ...item, place }] })
  const stop = tables.watch()
  await settle()
  await settle()
  expect(tables.byId.get(String(id)).items).toMatchObject([{ id: item.id, place }])
  stop()
})
