import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import type { AccountKey } from './credentials.sql.ts'
import { createToken } from './tokens.ts'

/**
 * Says that somebody has signed in from this browser before. No script can read it, and it signs nobody in.
 */
export const deviceCookie = 'cartouche_device'
const maxAgeSeconds = 365 * 86_400

/** Keeps in the browser that this account has signed in from it. @source decision 0113 */
export async function rememberDevice(context: Context, account: AccountKey): Promise<void> {
  if ((await findDevice(context, account)) !== undefined) return
  const device = createToken()
  context.setCookie({
    name: deviceCookie,
    value: `${device}.${await sealOf(context, account, device)}`,
    httpOnly: true,
    maxAgeSeconds,
  })
}

/**
 * The device that an account has signed in from before, by the cookie of the request; undefined where it has
 * not. Wrong guesses of others are not counted against it.
 * @source decision 0113; OWASP "Slow down online guessing attacks with device cookies"
 */
export async function findDevice(
  context: Pick<Context, 'database' | 'request' | 'sessionCaches'>,
  account: AccountKey,
): Promise<string | undefined> {
  const [device = '', seal = ''] = (context.request.cookies[deviceCookie] ?? '').split('.')
  if (device === '' || seal === '') return undefined
  const [given, wanted] = [Buffer.from(seal), Buffer.from(await sealOf(context, account, device))]
  return given.length === wanted.length && timingSafeEqual(given, wanted) ? device : undefined
}

async function sealOf(
  { database, sessionCaches }: Pick<Services, 'database' | 'sessionCaches'>,
  { kind, id }: AccountKey,
  device: string,
): Promise<string> {
  const factorKey = await sessionCaches.factorKey(database)
  const key = Buffer.from(hkdfSync('sha256', factorKey, '', 'cartouche device', 32))
  return createHmac('sha256', key).update(`${kind}/${id} ${device}`).digest('base64url')
}
