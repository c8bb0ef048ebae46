/** What is known of an error. */
interface KnownRow {
  readonly status: number
  readonly sub: number
  readonly message: string
}

/**
 * Errors by code, where the whole error table is loaded; a browser carries none, as answers bring their own
 * numbers and messages.
 * @source decisions 0014, 0051
 */
export const errorRows: Record<string, KnownRow> = {}
