import { createAccount } from '../accounts/create-account.ts'
import { installAccounts } from '../accounts/install-accounts.ts'
import type { Services } from '../../ground/services.ts'
import { createTestLibrary, type TestLibrary } from '../../testing/test-library.ts'

/** What everybody in a library with accounts signs in with. */
export const testPassword = 'correct horse battery'

/** An account that can sign in. */
export interface TestAccount {
  readonly id: number
  readonly login: string
}

/** A test library with its built-in accounts. */
export interface AccountLibrary extends TestLibrary {
  /** A new viewer, or a person of another role by its number. */
  addAccount(roleId?: number): Promise<TestAccount>
}

const viewerRole = 4

/** Opens a library whose people sign in for real, where `TestLibrary.user` is signed in already. */
export async function createAccountLibrary(
  settings: Partial<Services['settings']> = {},
): Promise<AccountLibrary> {
  const library = await createTestLibrary()
  const { services } = library
  await installAccounts({
    ...services,
    settings: { ...services.settings, adminPassword: testPassword, ...settings },
  })
  let count = 0
  return {
    ...library,
    addAccount: async (roleId = viewerRole) => {
      const login = `person${++count}`
      return {
        login,
        id: await createAccount(services, {
          kind: 'user',
          login,
          password: testPassword,
          name: login,
          roleId,
        }),
      }
    },
  }
}
