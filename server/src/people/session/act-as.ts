import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { Account } from './account.ts'

/**
 * A context in which the server acts for an account outside of a request: an import from a folder, the
 * demonstration. Its rights are the account's.
 */
export function actAs(
  services: Services,
  account: Account,
  signal: AbortSignal = new AbortController().signal,
): Context {
  return {
    ...services,
    identity: { ...account, session: { key: '', csrfToken: '', cookie: false } },
    locale: account.locale,
    requestId: 'server',
    signal,
    setCookie: () => {},
    request: { address: 'server', cookies: {}, authorization: undefined, headers: {}, baseUrl: '' },
  }
}
