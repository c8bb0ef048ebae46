import { createHash } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { ApiError, type CallAnswer, type Calls } from '@cartouche/contract'
import type { Context } from '../../access/context.ts'
import type { UploadParts } from '../../access/handler.ts'
import type { Settings } from '../../ground/settings/settings.ts'
import { createLineReader, type LoggedRequest } from './parse-log-line.ts'
import { insertSiteCounts, type CountedLog, type SiteCount } from './usage-log.sql.ts'
import { hostOf, isRobotName } from './usage-row.ts'

/** More different counts than this are no log of a delivery network, and would fill the memory. */
const maxCounts = 500_000
/** A few kilobytes can be packed terabytes. */
const maxUnpackedBytes = 20 * 2 ** 30
const longestLine = 64 * 1024

/**
 * Counts which sites showed which entities, from logs of a delivery network: each file of a multipart body,
 * plain or as `.gz`, in the combined or the W3C's format. A log that was imported before counts nothing.
 * Parts of one file that one address asked for on a day are one.
 * @throws upload_format, upload_empty, upload_too_large
 * @source data-layer §7 Analytics; decision 0171
 */
export async function importUsageLog(
  { database, settings, request }: Context,
  { parts }: UploadParts,
): Promise<CallAnswer<Calls['importUsageLog']>> {
  const logs: CallAnswer<Calls['importUsageLog']>['logs'] = []
  for await (const part of parts) {
    if (part.kind === 'field') continue
    const { fileName } = part
    const log = await countLog(settings, ownHosts(settings, request), fileName, part.stream)
    const { counted, isKnown } = await insertSiteCounts(database, log, fileName, settings.usageDays)
    logs.push({ fileName, lines: log.lines, counted, isKnown })
  }
  if (logs.length === 0) throw new ApiError('upload_empty')
  return { logs }
}

/** The library's own page shows assets too; that is no other site. */
function ownHosts({ addresses }: Settings, { headers }: Context['request']): ReadonlySet<string> {
  const hosts = [...addresses, String(headers['host'])].map((address) => hostOf(address))
  return new Set(hosts.filter((host) => host !== undefined))
}

async function countLog(
  settings: Settings,
  own: ReadonlySet<string>,
  fileName: string,
  stream: Readable,
): Promise<CountedLog> {
  const hash = createHash('sha256')
  const counter = createCounter(own)
  await pipeline(
    stream,
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        hash.update(chunk)
        yield chunk
      }
    },
    /\.gz$/i.test(fileName) ? createGunzip() : new PassThrough(),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const line of linesOf(chunks)) counter.add(line)
    },
  ).catch((error: unknown) => {
    throw error instanceof ApiError ? error : new ApiError('upload_format', { reason: 'the log is damaged' })
  })
  if ('truncated' in stream && stream.truncated === true)
    throw new ApiError('upload_too_large', { maxSizeBytes: settings.uploadMaxBytes })
  return { ...counter.counted(), sha256: hash.digest('hex') }
}

/** Lines of a text; one that is too long to be a request's is left out. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  let sizeBytes = 0
  for await (const chunk of chunks) {
    sizeBytes += chunk.length
    if (sizeBytes > maxUnpackedBytes)
      throw new ApiError('upload_too_large', { maxSizeBytes: maxUnpackedBytes })
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    // The end of a line that is too long is none of a request either.
    if (rest.length > longestLine) rest = rest.slice(-longestLine)
    yield* lines.filter((line) => line.length <= longestLine)
  }
  if (rest !== '') yield rest
}

interface Counter {
  add(line: string): void
  counted(): Pick<CountedLog, 'counts' | 'lines'>
}

function createCounter(own: ReadonlySet<string>): Counter {
  const read = createLineReader(isRobotName)
  const counts = new Map<string, SiteCount>()
  const parts = new Set<string>()
  let lines = 0
  const isCounted = (request: LoggedRequest): boolean => {
    if (own.has(request.site)) return false
    if (!request.isPart) return true
    const part = `${request.client} ${keyOf(request)}`
    if (parts.has(part)) return false
    if (parts.size >= maxCounts)
      throw new ApiError('upload_format', { reason: 'too many different requests' })
    parts.add(part)
    return true
  }
  return {
    add(line) {
      if (line.trim() !== '' && !line.startsWith('#')) lines++
      const request = read(line.trimEnd())
      if (request === null || !isCounted(request)) return
      const { resource, id, day, site } = request
      const count = (counts.get(keyOf(request))?.count ?? 0) + 1
      counts.set(keyOf(request), { resource, id, day, site, count })
      if (counts.size > maxCounts)
        throw new ApiError('upload_format', { reason: 'too many different requests' })
    },
    counted: () => ({ counts: [...counts.values()], lines }),
  }
}

function keyOf({ resource, id, day, site }: LoggedRequest): string {
  return `${resource} ${id} ${day} ${site}`
}
