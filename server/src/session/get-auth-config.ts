import type { CallAnswer, Calls } from '@cartouche/contract'

/** Providers of single sign-on. There are none yet: people sign in with login and password. */
export async function getAuthConfig(): Promise<CallAnswer<Calls['getAuthConfig']>> {
  return { status: 'ok', providers: [] }
}
