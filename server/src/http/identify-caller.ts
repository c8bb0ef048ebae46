import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../access/context.ts'
import { anonymous, type Identity } from '../access/identity.ts'
import { identifyEmbedReader } from '../features/embeds/find-embed.ts'
import { identifyVisitor } from '../features/shares/identify-visitor.ts'
import { createAnswerCache, type AnswerCache } from '../ground/cache.ts'
import type { Services } from '../ground/services.ts'
import { identify } from '../people/session/identify.ts'
import { sessionCookie } from '../people/session/session-cookies.ts'
import { readCookies } from './cookies.ts'
import { isOfEmbed, isOfShare, type Address } from './find-call.ts'
import { presentParameters } from './read-input.ts'
import { servedAddress } from './served-address.ts'

/** Who makes a request, and what it says before its body is read. */
export interface Caller {
  readonly identity: Identity
  readonly facts: RequestFacts
  readonly query: Readonly<Record<string, unknown>>
}

/**
 * Identifies who makes a request: on the calls of a share by the share's password, else by a ticket, else by
 * a session. Whoever starts a session is nobody yet.
 * @throws address_not_served; share_not_found and the other refusals of `identifyVisitor`
 */
export type IdentifyCaller = (address: Address, request: FastifyRequest) => Promise<Caller>

/**
 * Whoever is known to have asked before is remembered while nothing changed.
 * @source decision 0005
 */
export function createIdentifyCaller(services: Services): IdentifyCaller {
  const limits = { max: 5000, maxAgeMs: 5000, cacheable: ({ kind }: Identity) => kind !== 'anonymous' }
  const known = {
    accounts: createAnswerCache<Identity>(services.changes, {
      ...limits,
      epochOf: (heard) => heard.accountEpoch(),
    }),
    visitors: createAnswerCache<Identity>(services.changes, limits),
  }
  services.metrics.watchCache('identities', known.accounts.use)
  services.metrics.watchCache('visitors', known.visitors.use)
  return async (address, request) => {
    const facts = requestFacts(services, request)
    const query = presentParameters(request.query as Caller['query'])
    return { identity: await identityOf(services, known, address, facts, query), facts, query }
  }
}

async function identityOf(
  services: Services,
  known: Readonly<Record<'accounts' | 'visitors', AnswerCache<Identity>>>,
  { calls, path }: Address,
  facts: RequestFacts,
  query: Caller['query'],
): Promise<Identity> {
  if (calls.some(({ call }) => isOfShare(call)))
    return identifyVisitor(services, facts, { shareId: typeof path['id'] === 'string' ? path['id'] : '' })
  if (calls.some(({ call }) => isOfEmbed(call))) {
    const token = typeof path['token'] === 'string' ? path['token'] : ''
    return known.visitors(JSON.stringify(['embed', token]), () => identifyEmbedReader(services, token))
  }
  const ticket = query['ticket']
  if (typeof ticket === 'string' && ticket !== '')
    return known.visitors(JSON.stringify(['ticket', ticket]), () =>
      identifyVisitor(services, facts, { ticket }),
    )
  if (calls.every(({ call }) => call.startsSession)) return anonymous
  return known.accounts(JSON.stringify(['session', facts.authorization, facts.cookies[sessionCookie]]), () =>
    identify(services, facts),
  )
}

function requestFacts({ settings }: Services, request: FastifyRequest): RequestFacts {
  const baseUrl = servedAddress(settings, request)
  const { ip, headers } = request
  return {
    address: ip,
    cookies: readCookies(baseUrl, request.cookies),
    authorization: headers.authorization,
    headers,
    baseUrl,
  }
}
