import type { VisitKind } from '@cartouche/contract'
import { createHash } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'
import type { RequestFacts } from '../context.ts'
import type { Services } from '../../ground/services.ts'
import { networkOf } from '../network-of.ts'

const longestAgent = 300

/**
 * What distinguishes the visitors of one share: a hash of share, network and browser. It names nobody, and is
 * another one under every share.
 */
export function visitorKey(shareId: string, request: RequestFacts): string {
  return createHash('sha256')
    .update(JSON.stringify([shareId, networkOf(request.address), agentOf(request)]))
    .digest('base64url')
    .slice(0, 22)
}

/** A network under one share: a hash that names nobody, and is another one under every share. */
export function networkKey(shareId: string, { address }: Pick<RequestFacts, 'address'>): string {
  return createHash('sha256')
    .update(JSON.stringify(['network', shareId, networkOf(address)]))
    .digest('base64url')
    .slice(0, 22)
}

/** Writes down what a visitor did, for the sharer to read. The address is shortened. */
export async function logVisit(
  {
    database,
    visitLog,
    request,
  }: Pick<Services, 'database' | 'visitLog'> & { readonly request: RequestFacts },
  shareId: string,
  kind: VisitKind,
  item: { readonly type: string; readonly id: number } | null = null,
  /** Who says that they did it. */
  visitorId: number | null = null,
): Promise<void> {
  await visitLog.write(database, {
    shareId,
    kind,
    item,
    visitorId,
    visitor: visitorKey(shareId, request),
    address: shortenAddress(request.address),
    agent: agentOf(request),
  })
}

function agentOf({ headers }: RequestFacts): string {
  const agent = headers['user-agent']
  return (typeof agent === 'string' ? agent : '').slice(0, longestAgent)
}

/** An address without what names the machine: `192.0.2.x`, `2001:db8:1::x`. */
export function shortenAddress(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  if (isIPv4(plain)) return plain.replace(/\d+$/, 'x')
  if (!isIPv6(plain)) return ''
  return `${networkOf(plain).split(':').slice(0, 3).join(':')}::x`
}
