import { ApiError } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { EventStream } from '../../access/handler.ts'
import { requireSignedIn } from '../../access/decide.ts'

/**
 * What changes for the signed-in user: what is announced to them or to everybody, and nothing else.
 * @throws sign_in_needed, access_denied; unavailable while announcements cannot be heard
 */
export async function listenLive(context: Context): Promise<EventStream> {
  const events = context.live?.open(requireSignedIn(context.identity))
  if (!events) throw new ApiError('unavailable')
  return { events }
}
