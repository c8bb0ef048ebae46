import { ApiError } from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'
import type { Settings } from '../ground/settings/settings.ts'

const ownMachine = new Set(['127.0.0.1', 'localhost', '[::1]'])

/**
 * The address of the product that a request came to, as `https://dam.example.org`: one that CARTOUCHE_URL
 * lists, or, where it lists none, this machine's own with the port that the server listens on. Nothing of it
 * comes from the request, which only chooses.
 * @throws address_not_served where the request names another host
 * @source decision 0131
 */
export function servedAddress(
  { addresses, port }: Pick<Settings, 'addresses' | 'port'>,
  request: FastifyRequest,
): string {
  if (addresses.length === 0) {
    const { hostname } = URL.parse(`http://${request.host}`) ?? {}
    if (hostname === undefined || !ownMachine.has(hostname)) throw new ApiError('address_not_served')
    return `http://${hostname}:${request.socket.localPort ?? port}`
  }
  const host = request.host.toLowerCase()
  const listed = addresses.find((address) => new URL(address).host === host)
  if (listed === undefined) throw new ApiError('address_not_served')
  return listed
}
