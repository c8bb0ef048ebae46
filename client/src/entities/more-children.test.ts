import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { entityKey } from './entity.ts'
import { childPagesOf } from './more-children.ts'

const path = 'dam/data/asset'

test('D3.01 D7.42 linked entities come page by page into the entity, each once', async () => {
  const { client, server } = await createFakeClient()
  const made = server.library.add('asset', {
    name: 'Many',
    keywords: Array.from({ length: 5 }, (_link, index) => ({ id: index + 1, name: `k${index}` })),
  })
  const pages = childPagesOf(client)
  const shown = () => pages.get(`${entityKey(path, made.id)}/keywords`)
  await client.entities.fetch(path, made.id, { maxchildren: 2 })
  const loading = pages.fetchMore(path, made.id, 'keywords', { maxchildren: 2 })
  expect(shown().status).toBe('next')
  await loading
  expect(shown()).toEqual({ status: 'loaded', error: null, count: 4, total: 5, hasMoreResults: true })
  await pages.fetchMore(path, made.id, 'keywords', { maxchildren: 2 })
  expect(client.entities.get(entityKey(path, made.id)).data).toMatchObject({
    keywords: [1, 2, 3, 4, 5].map((id) => ({ id })),
  })
  expect(shown()).toMatchObject({ count: 5, hasMoreResults: false })
  const requests = server.requests.length
  await pages.fetchMore(path, made.id, 'keywords')
  expect(server.requests).toHaveLength(requests)
  server.fail('access_denied')
  await client.entities.fetch(path, made.id, { maxchildren: 2 })
  expect(client.entities.get(entityKey(path, made.id)).status).toBe('not_found')
})
