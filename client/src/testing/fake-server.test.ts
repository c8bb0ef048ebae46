import { contractSuite } from './contract-suite.ts'
import { createFakeServer } from './fake-server.ts'

contractSuite('the fake server', () => {
  const server = createFakeServer({ assets: 9 })
  const assetIds = server.library.list('asset').map(({ id }) => id)
  return Promise.resolve({
    baseUrl: 'http://fake.test/api',
    fetch: server.fetch,
    login: 'editor',
    password: 'editor',
    assetIds,
    close: () => Promise.resolve(),
  })
})
