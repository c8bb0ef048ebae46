import { expect, test } from 'vitest'
import { entityKey } from '../entities/entity.ts'
import { createFakeClient } from '../testing/fake-client.ts'
import { workflowsOf } from './workflows.ts'

const path = 'dam/data/asset'

test('D9.02 D4.17 workflow actions go in chunks of 50 ids, and their answers are taken', async () => {
  const { client, server } = await createFakeClient()
  const ids = server.library.list('asset').map(({ id }) => id)
  await workflowsOf(client).take(path, ids, 'submit')
  expect(server.requests.filter((request) => request.includes('/workflow'))).toHaveLength(2)
  expect(client.entities.get(entityKey(path, ids[55] ?? 0)).data?.['status']).toMatchObject({
    name: 'submitted',
  })
})

test('D8.05 a refused action is logged and rethrown', async () => {
  const { client, server, logged } = await createFakeClient()
  const [first] = server.library.list('asset')
  await expect(workflowsOf(client).take(path, [first?.id ?? 0], 'restore')).rejects.toMatchObject({
    code: 'action_not_possible',
  })
  expect(logged).toEqual(['error updating entity workflow'])
})

test('the actions of a resource are asked for once, and again after a failure', async () => {
  const { client, server } = await createFakeClient()
  const { list } = workflowsOf(client)
  server.fail('unknown_resource')
  await expect(list(path)).rejects.toMatchObject({ code: 'unknown_resource' })
  expect((await list(path)).map(({ name }) => name)).toContain('publish')
  expect(await list(path)).toBe(await list(path))
  expect(server.requests.filter((request) => request.includes('/workflow'))).toHaveLength(2)
})
