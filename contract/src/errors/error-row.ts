/** How one error looks on the wire. */
export interface ErrorRow {
  /** HTTP status. */
  readonly status: number
  /** Sub-code, sent as `status/sub`. Below 2000: known to existing clients. */
  readonly sub: number
  /** Message; `{name}` is filled from the error's data. Exact where the specification has one. */
  readonly message: string
  /** Whether the same request can succeed later, unchanged. */
  readonly retry: boolean
  readonly source: string
}

/** A row of the table. */
export const row = (
  status: number,
  sub: number,
  message: string,
  source: string,
  retry = false,
): ErrorRow => ({ status, sub, message, retry, source })
