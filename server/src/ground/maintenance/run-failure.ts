import { ApiError, type ErrorCode, type ErrorData } from '@cartouche/contract'
import { outageOf } from '../outages.ts'
import { S3Error } from '../s3/s3-error.ts'

/** Why a run failed, for whoever words it in a language. */
export interface RunFailure {
  readonly code: ErrorCode
  readonly message: string
  readonly data: ErrorData
}

const refusals = new Set(['EACCES', 'EPERM', 'EROFS'])

/** The failure that the error table has for what was thrown; null where only its own words say what it is. */
export function failureOf(error: unknown): RunFailure | null {
  const known = knownOf(error)
  return known && { code: known.code, message: known.message, data: known.data }
}

function knownOf(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error
  if (!(error instanceof Error)) return null
  if (error.cause instanceof ApiError) return error.cause
  const outage = outageOf(error)
  if (outage) return new ApiError(outage === 'full' ? 'disk_full' : 'store_away')
  const { code = '', path } = error as NodeJS.ErrnoException
  if (path !== undefined && refusals.has(code)) return new ApiError('path_refused', { path })
  return error instanceof S3Error ? new ApiError('bucket_refused', { reason: code }) : null
}
