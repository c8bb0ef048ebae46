import type { WorkboxPlugin } from 'workbox-core'
import { copyHeader, keepingCache } from '../src/offline/names.ts'

/** Grows whenever a person goes: what was asked for before is not kept after. */
let person = 0

/** From now on, answers to requests that are under way are not kept. */
export function keepNothingMore(): void {
  person += 1
}

/**
 * Keeps answers that are to be kept, for the person who asked and only while they are here; marks those that
 * are copies.
 */
export function keepForPerson(isKept: (response: Response) => boolean): WorkboxPlugin {
  return {
    requestWillFetch: async ({ request, state }) => {
      if (state) state['person'] = person
      return request
    },
    cacheWillUpdate: async ({ response, state }) =>
      response.status === 200 &&
      isKept(response) &&
      (await caches.has(keepingCache)) &&
      state?.['person'] === person
        ? response
        : null,
    cachedResponseWillBeUsed: async ({ cachedResponse }) => cachedResponse && markCopy(cachedResponse),
  }
}

function markCopy(response: Response): Response {
  const headers = new Headers(response.headers)
  headers.set(copyHeader, '1')
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers })
}

/**
 * Under which address an answer is kept: its own; where the question is in the body, with the hash of that.
 */
export const readKey: NonNullable<WorkboxPlugin['cacheKeyWillBeUsed']> = async ({ request, state }) => {
  if (request.method === 'GET') return request
  // The body can be read once: later, for the same request, the key is known.
  const known: unknown = state?.['key']
  if (typeof known === 'string') return known
  const digest = await crypto.subtle.digest('SHA-256', await request.clone().arrayBuffer())
  const url = new URL(request.url)
  url.searchParams.set('body', Array.from(new Uint8Array(digest), (byte) => byte.toString(16)).join('.'))
  if (state) state['key'] = url.href
  return url.href
}

/**
 * Under which address a picture is kept: that of the asset, whatever tells it from an earlier one. Without
 * the server the last that was seen is shown, and never one that was replaced.
 */
export const pictureKey: NonNullable<WorkboxPlugin['cacheKeyWillBeUsed']> = async ({ request }) => {
  const url = new URL(request.url)
  url.searchParams.delete('revision')
  return url.href
}
