import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { defaultRenditionsOf } from '../schemas/default-renditions.ts'
import { entityKey } from './entity.ts'
import { variationsOf } from './variations.ts'

const path = 'dam/data/asset'

async function open() {
  const fake = await createFakeClient()
  const id = fake.server.library.list('asset')[0]?.id ?? 0
  const variations = variationsOf(fake.client)
  return { ...fake, id, variations, shown: () => variations.get(entityKey(path, id)) }
}

test('D3.01 D7.43 the variations of an entity: initial, then loaded; fetching when they are read again', async () => {
  const { variations, id, shown, server } = await open()
  const reading = variations.fetch(path, id)
  expect(shown().status).toBe('initial')
  await reading
  expect(shown()).toMatchObject({
    status: 'loaded',
    variations: [
      { name: 'original', width: 400 },
      { name: 'thumbnailBig', filesize: null },
    ],
  })
  server.fail('access_denied')
  await expect(variations.fetch(path, id)).rejects.toMatchObject({ code: 'access_denied' })
  expect(shown()).toMatchObject({
    status: 'error',
    variations: [{ name: 'original' }, { name: 'thumbnailBig' }],
  })
})

test('D3.01 D7.43 measures of a variation, and of the first that there is of several', async () => {
  const { variations, id, shown, server } = await open()
  expect(await variations.fetchDetails(path, id, 'nothing,thumbnailBig,original')).toMatchObject({
    status: 'loaded',
    selectedVariation: 'thumbnailBig',
  })
  expect(server.requests.at(-1)).toContain('variations=SIZE')
  expect(await variations.fetchDetails(path, id, 'nothing')).toMatchObject({
    status: 'loaded',
    selectedVariation: null,
    variationDetails: [],
  })
  expect(Object.keys(shown().details)).toEqual(['nothing,thumbnailBig,original', 'nothing'])
})

test('D3.15 D9.18 a schema has a default rendition for lists and one for a single entity', async () => {
  const { client, variations, id } = await open()
  const renditions = defaultRenditionsOf(client)
  expect(renditions.get(path)).toEqual({ cursor: 'thumbnailsmall', entity: 'thumbnailSmall' })
  renditions.set(path, { entity: 'thumbnailBig' })
  expect(await variations.fetchDetails(path, id)).toMatchObject({ selectedVariation: 'thumbnailBig' })
  expect(renditions.urlOf(path, id, 'cursor')).toContain(`object=asset&id=${id}&variation=thumbnailsmall`)
  expect(renditions.urlOf(path, id, 'entity')).toContain('variation=thumbnailBig')
  expect(renditions.get('dam/data/assetkeyword')).toEqual({
    cursor: 'thumbnailsmall',
    entity: 'thumbnailSmall',
  })
})
