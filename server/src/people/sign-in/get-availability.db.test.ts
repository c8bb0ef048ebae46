import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAccount } from '../accounts/create-account.ts'
import { installAccounts } from '../accounts/install-accounts.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'
import { getAvailability } from './get-availability.ts'
import { setDisabled } from '../session/set-password.ts'

let library: TestLibrary
beforeAll(async () => {
  library = await createTestLibrary()
  await installAccounts(library.services)
})
afterAll(() => library.close())

test('D7.70 D6.06 an application is available unless its account is switched off', async () => {
  const { database } = library.services
  const id = await createAccount(library.services, {
    kind: 'application',
    login: 'kiosk-key',
    password: 'a secret of the kiosk',
    name: 'Kiosk',
    roleId: 5,
  })
  const ask = (applicationName: string, locale = 'en') =>
    getAvailability({ database, locale }, { applicationName })
  expect(await ask('Kiosk')).toEqual({ available: true, message: '' })
  await setDisabled(database, { kind: 'application', id }, true)
  expect(await ask(' kiosk')).toEqual({ available: false, message: expect.stringContaining('switched off') })
  expect(await ask('Kiosk', 'fr')).toEqual({
    available: false,
    message: expect.stringContaining('désactivée'),
  })
  expect(await ask('another')).toEqual({ available: true, message: '' })
  expect(await ask('')).toEqual({ available: true, message: '' })
})
