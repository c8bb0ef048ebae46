import { expect, test } from 'vitest'
import { createFakeClient } from '../testing/fake-client.ts'
import { availabilityOf } from './availability.ts'

const application = { name: 'portal', key: 'key', secret: 'secret' }
const asked = (requests: readonly string[]) =>
  requests.filter((request) => request.includes('isAvailable')).length

test('D6.06 whether the application is available is asked for users', async () => {
  const { client, server } = await createFakeClient()
  const availability = availabilityOf(client)
  expect(availability.get()).toEqual({ available: true, message: '', resolved: false })
  await availability.check('closed')
  expect(availability.get()).toEqual({ available: false, message: 'closed is switched off', resolved: true })
  expect(asked(server.requests)).toBe(1)
})

test('D6.06 it is not asked for an application user', async () => {
  const { client, server } = await createFakeClient({ signIn: false, application })
  await client.session.connect()
  await availabilityOf(client).check('closed')
  expect(availabilityOf(client).get()).toEqual({ available: true, message: '', resolved: true })
  expect(asked(server.requests)).toBe(0)
})

test('D6.06 where the question fails, the application counts as available', async () => {
  const { client, server, logged } = await createFakeClient()
  server.fail('internal')
  await availabilityOf(client).check('closed')
  expect(availabilityOf(client).get()).toEqual({ available: true, message: '', resolved: true })
  expect(logged).toHaveLength(1)
})
