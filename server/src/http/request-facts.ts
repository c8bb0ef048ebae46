import type { FastifyRequest } from 'fastify'
import type { RequestFacts } from '../access/context.ts'
import type { Settings } from '../ground/settings/settings.ts'
import { readCookies } from './cookies.ts'
import { servedAddress } from './served-address.ts'

/**
 * What domain functions may know of a request beside its input.
 * @throws address_not_served
 */
export function requestFacts(settings: Settings, request: FastifyRequest): RequestFacts {
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
