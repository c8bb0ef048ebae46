import { hostOf } from './usage-row.ts'

/** A request for a file of an entity that another site showed. */
export interface LoggedRequest {
  readonly resource: string
  readonly id: number
  /** UTC, `2026-01-31`. */
  readonly day: string
  /** The host of the page that asked for it. */
  readonly site: string
  /** Who asked, as the log says it: distinguishes the parts of one film from another's. */
  readonly client: string
  /** A part of a file alone. */
  readonly isPart: boolean
}

/** Reads one line of a log; null where it says nothing of a file that a site showed. */
export type LineReader = (line: string) => LoggedRequest | null

/** What both formats say of a request. */
interface Request {
  readonly client: string
  readonly at: number
  readonly method: string
  readonly address: string
  readonly status: string
  readonly referrer: string
  readonly agent: string
}

/**
 * Reads logs of a delivery network or of a proxy line by line: the combined log format, and the extended
 * format of the W3C, whose `#Fields` say what its columns are.
 * @param isRobotName whether the name of a browser is that of a robot
 */
export function createLineReader(isRobotName: (agent: string) => boolean): LineReader {
  let fields: readonly string[] | undefined
  return (line) => {
    if (line.startsWith('#')) {
      const named = /^#Fields:\s*(.*)$/i.exec(line)?.[1]
      if (named !== undefined) fields = named.toLowerCase().trim().split(/\s+/)
      return null
    }
    const request = fields ? readExtended(fields, line) : readCombined(line)
    return request && !isRobotName(request.agent) ? shownOf(request) : null
  }
}

const combined =
  /^(\S+) \S+ .*?\[(\d{2})\/(\w{3})\/(\d{4}):(\d{2}:\d{2}:\d{2}) ([+-]\d{2})(\d{2})\] "(\w+) (\S+)[^"]*" (\d{3}) \S+ "([^"]*)"(?: "([^"]*)")?/

function readCombined(line: string): Request | null {
  const [found, client, day, month, year, time, hours, minutes, method, address, status, referrer, agent] =
    combined.exec(line) ?? []
  if (found === undefined) return null
  const at = Date.parse(`${day} ${month} ${year} ${time} GMT${hours}${minutes}`)
  return {
    at,
    client: client ?? '',
    method: method ?? '',
    address: address ?? '',
    status: status ?? '',
    referrer: referrer === '-' ? '' : (referrer ?? ''),
    agent: agent ?? '',
  }
}

function readExtended(fields: readonly string[], line: string): Request | null {
  // Tabs where a network writes them, else blanks: no value has either.
  const values = line.split(line.includes('\t') ? '\t' : ' ')
  const valueOf = (...names: readonly string[]): string => {
    const value = names.map((name) => values[fields.indexOf(name)]).find((one) => one !== undefined)
    return value === undefined || value === '-' ? '' : decoded(value)
  }
  const query = valueOf('cs-uri-query')
  return {
    client: valueOf('c-ip'),
    at: Date.parse(`${valueOf('date')}T${valueOf('time')}Z`),
    method: valueOf('cs-method'),
    address: `${valueOf('cs-uri-stem', 'cs-uri')}${query === '' ? '' : `?${query}`}`,
    status: valueOf('sc-status'),
    referrer: valueOf('cs(referer)', 'cs(referrer)'),
    agent: valueOf('cs(user-agent)').replaceAll('+', ' '),
  }
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Addresses of files, under whatever a network puts before them. */
const byPath = /\/wedia\/dam\/(?:variation|file|player\/[^/?]+)\/([a-z][a-z0-9]{0,62})\/(\d{1,15})(?=[/?]|$)/i
const byQuery = /\/wedia\/dam\/variation\?/i

function shownOf({ client, at, method, address, status, referrer }: Request): LoggedRequest | null {
  if (method !== 'GET' || !/^(200|206|304)$/.test(status) || Number.isNaN(at) || referrer === '') return null
  const site = hostOf(referrer)
  const entity = entityOf(address)
  if (site === undefined || entity === null) return null
  return { ...entity, day: new Date(at).toISOString().slice(0, 10), site, client, isPart: status === '206' }
}

function entityOf(address: string): { readonly resource: string; readonly id: number } | null {
  const [, resource, id] = byPath.exec(address) ?? []
  if (resource !== undefined) return { resource: resource.toLowerCase(), id: Number(id) }
  if (!byQuery.test(address)) return null
  const query = new URLSearchParams(address.slice(address.indexOf('?')))
  const named = query.get('object') ?? 'asset'
  return /^\d{1,15}$/.test(query.get('id') ?? '') && /^[a-z][a-z0-9]{0,62}$/i.test(named)
    ? { resource: named.toLowerCase(), id: Number(query.get('id')) }
    : null
}
