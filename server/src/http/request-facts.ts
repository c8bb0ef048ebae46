import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../access/context.ts'

/** What domain functions may know of a request beside its input. */
export function requestFacts(request: FastifyRequest): RequestFacts {
  return {
    address: request.ip, cookies: request.cookies, authorization: request.headers.authorization, headers: request.headers,
    baseUrl: `${request.protocol}://${request.host}`,
  }
}
