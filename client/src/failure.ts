import { isApiError, type ApiError } from '@cartouche/contract'

/**
 * Failures that arise before or without an answer of the server, by code; `{name}` is filled from the failure's data. Messages are those
 * of the specification's catalogue where it has one.
 * @source portal §8; data-layer §8; the rest is decided here
 */
export const clientErrorTable = {
  'error.canceled': 'The request was canceled',
  network: 'The server cannot be reached. Check the connection, then try again',
  answer_unexpected: 'The answer of {call} is not what was agreed: {reason}',
  cursor_incomplete: 'Cannot register a cursor without a name or without path',
  cursor_exists: 'Cursor {name} already exists',
  cursor_nameless: 'Cannot resolve a cursor without a name',
  cursor_unresolvable: 'Cannot resolve unknown cursor',
  cursor_unknown: "Cursor '{name}' is unknown",
  cursor_state: 'The server answered another question than the cursor asked',
  subquery_operator: 'Unknown subquery operator',
  constraint_mode: 'The constraint {name} was registered with the mode {mode} before',
  schema_nameless: 'Cannot resolve a schema without a name',
  schema_unresolved: "For cursor '{name}', schema '{path}' is not resolved",
  domain_missing: 'No domain provided',
  download_unknown: 'Unknown download {downloadId}',
  download_status: 'Unexpected status ({status}) for download',
  download_refused: 'The archive would have {sizeBytes} bytes; the limit is {maxSizeBytes}',
  download_too_large: 'No file of this download fits under the limit of {maxSizeBytes} bytes',
  too_many_items: 'Cannot retrieve so many items at once: at most {max}, better 50',
  validate_answer: 'Invalid REST API response for validate command',
  credential_missing: 'No application credential provided',
  sign_out_refused: 'Only a signed-in user may sign out',
} as const
export type ClientErrorCode = keyof typeof clientErrorTable

/** A failure that the server did not answer. */
export class ClientError extends Error {
  readonly code: ClientErrorCode
  readonly data: Readonly<Record<string, string | number>>

  constructor(code: ClientErrorCode, data: Readonly<Record<string, string | number>> = {}, cause?: unknown) {
    super(clientErrorTable[code].replace(/\{(\w+)\}/g, (whole, key: string) => (key in data ? String(data[key]) : whole)), { cause })
    this.name = 'ClientError'
    this.code = code
    this.data = data
  }
}

/** Everything that a call or an action of the data layer rejects with. `code` is what an application translates. */
export type Failure = ApiError | ClientError

/** Whether a value is a failure of the client, of this code where one is given. */
export function isClientError(error: unknown, code?: ClientErrorCode): error is ClientError {
  return error instanceof ClientError && (code === undefined || error.code === code)
}

/** Whether someone stopped the work, in place of it failing. @source portal §8: a cancelled request is wrapped as error.canceled */
export function isCanceled(error: unknown): boolean {
  return isClientError(error, 'error.canceled')
}

/** The failure that a thrown value stands for: aborts are `error.canceled`, all that is unknown means that there was no answer. */
export function toFailure(error: unknown): Failure {
  if (isApiError(error) || isClientError(error)) return error
  const aborted = error instanceof Error && error.name === 'AbortError'
  return new ClientError(aborted ? 'error.canceled' : 'network', {}, error)
}

/** Whether the same request can succeed later, unchanged. */
export function canRetry(failure: Failure): boolean {
  return isApiError(failure) ? failure.retry : failure.code === 'network'
}
