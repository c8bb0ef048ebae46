import { z } from 'zod'
import { errorTable, type ErrorCode } from './error-table.ts'

/** Data that fills an error's message and helps a program to react. */
export type ErrorData = Readonly<Record<string, string | number>>

/** The body of a failed answer: `error` is `status/sub`, `code` the row of the error table. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string().optional(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>

/** A failure that the error table knows; the same class on both sides of the wire. */
export class ApiError extends Error {
  readonly code: ErrorCode
  readonly data: ErrorData
  readonly status: number
  readonly sub: number
  readonly retry: boolean

  constructor(code: ErrorCode, data: ErrorData = {}, message?: string) {
    super(message ?? fillMessage(errorTable[code].message, data))
    this.name = 'ApiError'
    this.code = code
    this.data = data
    this.status = errorTable[code].status
    this.sub = errorTable[code].sub
    this.retry = errorTable[code].retry
  }
}

/** Whether a thrown value is a failure of the table, of this code where one is given. */
export function isApiError(error: unknown, code?: ErrorCode): error is ApiError {
  return error instanceof ApiError && (code === undefined || error.code === code)
}

/** The wire form of an error. `error` is `status/sub`. */
export function encodeError(error: ApiError, requestId?: string): ErrorBody {
  return { error: `${error.status}/${error.sub}`, message: error.message, code: error.code, data: { ...error.data }, ...(requestId ? { requestId } : {}) }
}

/** The error that a failed answer stands for; what the table does not know becomes `internal` or `unavailable`. */
export function decodeError(status: number, body: unknown): ApiError {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return new ApiError(status === 503 || status === 502 ? 'unavailable' : 'internal', { status, requestId: '?' })
  const { code, data, message, error } = parsed.data
  const known = code !== undefined && code in errorTable ? (code as ErrorCode) : codeOf(error)
  return new ApiError(known ?? 'internal', { status, ...data }, message)
}

function codeOf(wire: string): ErrorCode | undefined {
  return (Object.keys(errorTable) as ErrorCode[]).find((code) => `${errorTable[code].status}/${errorTable[code].sub}` === wire)
}

function fillMessage(message: string, data: ErrorData): string {
  return message.replace(/\{(\w+)\}/g, (whole, key: string) => (key in data ? String(data[key]) : whole))
}
