import type { FastifyReply } from 'fastify'
import type { Cookie, RequestFacts } from '../access/context.ts'

/**
 * Sets a cookie. Over https one that no script reads carries `__Host-`, or `__Secure-` where it has a path:
 * browsers refuse such a cookie from another host of the domain and from plain http.
 * @source RFC 6265bis §4.1.3
 */
export function setCookie(
  reply: FastifyReply,
  baseUrl: string,
  { name, value, path = '/', httpOnly, maxAgeSeconds }: Cookie,
): void {
  const secure = isSecure(baseUrl)
  const prefix = secure && httpOnly ? (path === '/' ? '__Host-' : '__Secure-') : ''
  void reply.setCookie(`${prefix}${name}`, value, {
    path,
    httpOnly,
    sameSite: 'lax',
    secure,
    maxAge: maxAgeSeconds,
  })
}

/**
 * The cookies of a request by the names that the product gives them: over https those with a prefix alone
 * count.
 */
export function readCookies(baseUrl: string, cookies: RequestFacts['cookies']): RequestFacts['cookies'] {
  if (!isSecure(baseUrl)) return cookies
  return Object.fromEntries(
    Object.entries(cookies).flatMap(([name, value]) => {
      const [, own] = /^__(?:Host|Secure)-(.+)$/.exec(name) ?? []
      return own === undefined ? [] : [[own, value]]
    }),
  )
}

function isSecure(baseUrl: string): boolean {
  return baseUrl.startsWith('https:')
}
