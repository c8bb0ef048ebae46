import { randomUUID } from 'node:crypto'
import type { UsageKind } from '@cartouche/contract'
import type { UsageActor, UsageEvent } from '../../access/usage.ts'
import { foldText } from '../../ground/fold-text.ts'

/** An event as it is written. Nothing of the address or the browser is in it. */
export interface UsageRow {
  readonly at: string
  /** Its own, so that it counts once however often it is written. */
  readonly eventId: string
  readonly kind: UsageKind
  readonly resource: string | null
  readonly id: number | null
  readonly actorKind: Exclude<UsageActor['identity']['kind'], 'embed' | 'page'>
  /** Of a user or an application. */
  readonly actorId: number | null
  readonly shareId: string | null
  /** Of an embed that it came through. */
  readonly embedId: number | null
  readonly reached: number
  readonly site: string | null
  readonly words: string | null
  readonly hits: number
  readonly isRobot: boolean
}

const longestWords = 100
const quarter = 25

/** Makes the row of an event at a time. */
export function rowOf(
  { identity }: UsageActor,
  { kind, resource, id, reached = 0, site, words, hits = 0 }: UsageEvent,
  at: Date,
  robot: boolean,
): UsageRow {
  return {
    at: at.toISOString(),
    eventId: randomUUID(),
    kind,
    resource: resource ?? null,
    id: id ?? null,
    // Whoever visits the site that shows an embed, or a page that is open to all, is known to nobody.
    actorKind: identity.kind === 'embed' || identity.kind === 'page' ? 'anonymous' : identity.kind,
    actorId: identity.kind === 'user' || identity.kind === 'application' ? identity.id : null,
    shareId: identity.kind === 'visitor' ? identity.shareId : null,
    embedId: identity.kind === 'embed' ? identity.embedId : null,
    reached: Math.floor(Math.min(100, Math.max(0, reached)) / quarter) * quarter,
    site: site ?? null,
    words: words === undefined ? null : shortWords(words),
    hits,
    isRobot: robot,
  }
}

function shortWords(words: string): string {
  // A cut may fall into the middle of a character, which no database takes.
  return foldText(words)
    .replaceAll(/\s+/g, ' ')
    .replaceAll('\0', '')
    .trim()
    .slice(0, longestWords)
    .toWellFormed()
}

/** The host of a site that is given as an address or a host; undefined where it is none. */
export function hostOf(site: string): string | undefined {
  const url = URL.parse(site.includes('://') ? site : `https://${site}`)
  return url && /^https?:$/.test(url.protocol) && url.hostname.length <= 253 && url.hostname !== ''
    ? url.hostname
    : undefined
}

/** What reads pages by itself says so in its name. */
const robots = /bot\b|crawl|spider|slurp|preview|fetcher|monitor|curl\/|wget\/|python-|libwww|httpclient/i

/** Whether a browser's name is that of a robot. */
export const isRobotName = (agent: string): boolean => robots.test(agent)

/** Whether a request is a robot's; an application is none, whatever it is written in. */
export function isRobot({ identity, request }: UsageActor): boolean {
  const agent = request.headers['user-agent']
  return identity.kind !== 'application' && typeof agent === 'string' && isRobotName(agent)
}
