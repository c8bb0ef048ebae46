import { ApiError } from '@cartouche/contract'

/** The file system's and PostgreSQL's ways to say that there is no room. */
const full = new Set(['ENOSPC', 'EDQUOT', '53100'])

/** PostgreSQL's, the S3 store's and the network's ways to say that one of them is away for the moment. */
const away = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  // A pooler that has lost the database, and a standby that is not the primary yet.
  '08P01',
  '58000',
  '25006',
  '08006',
  '08003',
  '53300',
  // Out of memory; a lock that others held for too long.
  '53200',
  '55P03',
  'Unreachable',
  'SlowDown',
  'ServiceUnavailable',
])
const awayMessage =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable/

/**
 * Whether work failed because a disk is full, or because the database or a store is away: it is no fault of
 * the work's, which can be done later.
 */
export function outageOf(error: unknown): 'full' | 'away' | undefined {
  if (error instanceof ApiError)
    return error.code === 'storage_full' ? 'full' : error.code === 'unavailable' ? 'away' : undefined
  const { code = '', message = '' } = (error ?? {}) as { readonly code?: string; readonly message?: string }
  if (full.has(code)) return 'full'
  return away.has(code) || awayMessage.test(message) ? 'away' : undefined
}
