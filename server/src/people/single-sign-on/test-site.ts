import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../../ground/services.ts'
import { factorRoutes } from '../factors/factors.routes.ts'
import type { Handlers } from '../../http/answer-call.ts'
import { createServer } from '../../http/create-server.ts'
import { sessionRoutes } from '../sign-in/sign-in.routes.ts'
import { readProviders } from '../../ground/settings/provider-settings.ts'
import { singleSignOnRoutes } from './single-sign-on.routes.ts'

/** A site of this server for tests, on loopback. */
export interface TestSite {
  readonly url: string
  readonly server: FastifyInstance
}

/** Starts the session's calls with these providers. */
export async function startTestSite(
  services: Services,
  providers: readonly object[],
  settings: Partial<Services['settings']> = {},
): Promise<TestSite> {
  const server = await createServer(
    {
      ...services,
      settings: { ...services.settings, singleSignOn: readProviders(JSON.stringify(providers)), ...settings },
    },
    { ...sessionRoutes, ...factorRoutes, ...singleSignOnRoutes } as unknown as Handlers,
    undefined,
  )
  return { url: await server.listen({ host: '127.0.0.1', port: 0 }), server }
}

/** Listens on a free port of loopback, for a provider that has to know its own address first. */
export async function listen(): Promise<{ url: string; server: Server }> {
  const server = createHttpServer()
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done)
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

/** A browser for tests over HTTP: keeps cookies, and leaves redirects to the test. */
export interface TestVisitor {
  readonly cookies: ReadonlyMap<string, string>
  get(url: string): Promise<Response>
  post(
    url: string,
    form: Readonly<Record<string, string>>,
    options?: { readonly withoutCookies?: boolean; readonly origin?: string },
  ): Promise<Response>
  /**
   * Follows redirects until one leads to an address with this part, or none leads on.
   * @returns the last address and its answer
   */
  follow(response: Response, until: string): Promise<{ readonly url: string; readonly response: Response }>
}

/** Opens a browser without cookies. */
export function openTestVisitor(): TestVisitor {
  const cookies = new Map<string, string>()
  const ask = async (
    url: string,
    init: Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> },
    sendsCookies = true,
  ): Promise<Response> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, ...(sendsCookies && cookie ? { cookie } : {}) },
    })
    for (const line of response.headers.getSetCookie()) {
      const [pair = '', ...rest] = line.split(';')
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      if (value === '' || rest.some((part) => /max-age=0/i.test(part))) cookies.delete(name)
      else cookies.set(name, value)
    }
    Object.defineProperty(response, 'url', { value: url })
    return response
  }
  const get = (url: string): Promise<Response> => ask(url, {})
  return {
    cookies,
    get,
    post: (url, form, { withoutCookies = false, origin } = {}) =>
      ask(
        url,
        { method: 'POST', body: new URLSearchParams(form), headers: origin === undefined ? {} : { origin } },
        !withoutCookies,
      ),
    async follow(response, until) {
      let at = response
      for (let hops = 0; hops < 20; hops++) {
        const location = at.headers.get('location')
        const next = location === null ? at.url : new URL(location, at.url).href
        if (location === null || next.includes(until)) return { url: next, response: at }
        at = await get(next)
      }
      throw new Error(`Too many redirects, the last to ${at.url}`)
    },
  }
}
