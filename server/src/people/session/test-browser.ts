import type { Context, Cookie, RequestFacts } from '../../access/context.ts'
import type { Services } from '../../ground/services.ts'
import { identify } from './identify.ts'
import { deviceCookie } from './find-device.ts'

/** How a test's request is sent. */
interface Request {
  readonly bearer?: string
  readonly authorization?: string
  /** Address of the call, which decides on the cookies that are sent. */
  readonly path?: string
}

/**
 * A browser for tests: keeps the cookies that answers set, by name and path, and sends them as browsers do.
 */
export interface TestBrowser {
  readonly cookies: ReadonlyMap<string, Cookie>
  /** Those of the session: without the one that says that somebody has signed in here before. */
  sessionCookies(): readonly Cookie[]
  /** The context of one request, identified as the server does. */
  ask(request?: Request): Promise<Context>
}

/** Opens a browser at an address of the network. */
export function openTestBrowser(
  services: Services,
  address = '127.0.0.1',
  { agent, baseUrl = 'http://cartouche.test' }: { readonly agent?: string; readonly baseUrl?: string } = {},
): TestBrowser {
  const cookies = new Map<string, Cookie>()
  const setCookie = (options: Cookie): void => {
    const key = `${options.name} ${options.path ?? '/'}`
    if (options.maxAgeSeconds === 0) cookies.delete(key)
    else cookies.set(key, options)
  }
  const ask = async ({ bearer, authorization, path = '/api/rest/any' }: Request = {}): Promise<Context> => {
    const sent = [...cookies.values()].filter((options) => path.startsWith(options.path ?? '/'))
    const facts: RequestFacts = {
      address,
      headers: agent === undefined ? {} : { 'user-agent': agent },
      baseUrl,
      authorization: bearer === undefined ? authorization : `Bearer ${bearer}`,
      cookies: Object.fromEntries(sent.map(({ name, value }) => [name, value])),
    }
    return {
      ...services,
      identity: await identify(services, facts),
      locale: 'en',
      requestId: 'test',
      signal: new AbortController().signal,
      request: facts,
      setCookie,
    }
  }
  return {
    cookies,
    ask,
    sessionCookies: () => [...cookies.values()].filter(({ name }) => name !== deviceCookie),
  }
}
