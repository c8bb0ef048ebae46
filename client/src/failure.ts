import { fillMessage, isApiError, type ApiError } from '@cartouche/contract/wire'
import type { ClientErrorCode } from './client-errors.ts'
import { coreErrors } from './core-errors.ts'

/** A failure that the server did not answer. */
export class ClientError extends Error {
  readonly code: ClientErrorCode
  readonly data: Readonly<Record<string, string | number>>

  /** `messages`: the table that the code is of. */
  constructor(
    code: ClientErrorCode,
    data: Readonly<Record<string, string | number>> = {},
    cause?: unknown,
    messages: Readonly<Record<string, string>> = coreErrors,
  ) {
    super(fillMessage(messages[code] ?? code, data), { cause })
    this.name = 'ClientError'
    this.code = code
    this.data = data
  }
}

/** A failure of a noun, with a message of its own table. */
export function nounError<Table extends Readonly<Record<string, string>>>(
  messages: Table,
  code: keyof Table & ClientErrorCode,
  data?: Readonly<Record<string, string | number>>,
  cause?: unknown,
): ClientError {
  return new ClientError(code, data, cause, messages)
}

/**
 * Everything that a call or an action of the data layer rejects with. `code` is what an application
 * translates.
 */
export type Failure = ApiError | ClientError

/** Whether a value is a failure of the client, of this code where one is given. */
export function isClientError(error: unknown, code?: ClientErrorCode): error is ClientError {
  return error instanceof ClientError && (code === undefined || error.code === code)
}

/**
 * Whether someone stopped the work, in place of it failing.
 * @source portal §8: a cancelled request is wrapped as error.canceled
 */
export function isCanceled(error: unknown): boolean {
  return isClientError(error, 'error.canceled')
}

/**
 * The failure that a thrown value stands for: aborts are `error.canceled`; what is unknown is a failure over
 * an answer that was not as it should be, unless `code` says otherwise.
 */
export function toFailure(error: unknown, code: ClientErrorCode = 'answer_unexpected'): Failure {
  if (isApiError(error) || isClientError(error)) return error
  const aborted = error instanceof Error && error.name === 'AbortError'
  return new ClientError(
    aborted ? 'error.canceled' : code,
    { call: 'the server', reason: String(error) },
    error,
  )
}

/** Whether the same request can succeed later, unchanged. */
export function canRetry(failure: Failure): boolean {
  return isApiError(failure) ? failure.retry : failure.code === 'network'
}
