import { wireErrors } from '../generated/wire-errors.ts'
import type { ErrorBody } from './error-body.ts'
import { errorRows } from './error-rows.ts'
import type { ErrorCode } from './error-table.ts'

/** Data that fills an error's message and helps a program to react. */
export type ErrorData = Readonly<Record<string, string | number>>

/** A failure that the error table knows; the same class on both sides of the wire. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly data: ErrorData
  readonly status: number
  readonly sub: number
  readonly retry: boolean

  /**
   * `wire`: the numbers that an answer came with, in the place of the table's; what a client refuses by
   * itself is a 400.
   */
  constructor(
    code: ErrorCode,
    data: ErrorData = {},
    message?: string,
    wire?: Pick<ApiError, 'status' | 'sub'>,
  ) {
    const known = errorRows[code]
    const { status, sub } = wire ?? known ?? { status: 400, sub: 0 }
    super(message ?? fillMessage(known?.message ?? code, data))
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.status = status
    this.sub = sub
    this.retry = passing.has(status)
  }

  /** Status and sub-code as the wire spells them: `403/2`. @source portal §8 */
  get restErrorCode(): string {
    return `${this.status}/${this.sub}`
  }
}

/**
 * Statuses of failures that pass: too many requests, a server or a proxy that is not there for the moment, a
 * disk that is full.
 */
const passing: ReadonlySet<number> = new Set([429, 502, 503, 504, 507])

/** Whether a thrown value is a failure of the table, of this code where one is given. */
export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** The wire form of an error. `error` is `status/sub`. */
export function encodeError(error: ApiError, requestId?: string): ErrorBody {
  return {
    error: error.restErrorCode,
    message: error.message,
    code: error.code,
    data: { ...error.data },
    ...(requestId ? { requestId } : {}),
  }
}

/**
 * The error that a failed answer stands for. Its code and numbers are those of the answer, also of one that
 * only a later server knows; where it names no code, the one of its numbers; what says nothing is `internal`
 * or `unavailable`.
 * @source decision 0051
 */
export function decodeError(status: number, body: unknown): ApiError {
  if (!isErrorBody(body))
    return new ApiError(
      passing.has(status) ? 'unavailable' : 'internal',
      { status, requestId: '?' },
      undefined,
      { status, sub: 0 },
    )
  const { code, data, message, error } = body
  const sub = Number(error.slice(error.indexOf('/') + 1)) || 0
  return new ApiError(
    (code ?? wireErrors[`${status}/${sub}`] ?? 'internal') as ErrorCode,
    { status, ...data },
    message,
    { status, sub },
  )
}

/** Looked at by hand: who decodes errors does not have to carry the schema library. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  const { error, message, code, data } = body as Record<string, unknown>
  return (
    typeof error === 'string' &&
    typeof message === 'string' &&
    (code === undefined || typeof code === 'string') &&
    (data === undefined || isErrorData(data))
  )
}

function isErrorData(data: unknown): data is ErrorData {
  return (
    typeof data === 'object' &&
    data !== null &&
    Object.values(data).every((value) => typeof value === 'string' || typeof value === 'number')
  )
}

/** The message with `{name}` filled from data. */
export function fillMessage(message: string, data: ErrorData): string {
  return message.replace(/\{(\w+)\}/g, (whole, key: string) => (key in data ? String(data[key]) : whole))
}
