/** Where the data layer reports what a person cannot act on. */
export type Log = (level: 'warn' | 'error', message: string, cause?: unknown) => void

/** Reports nothing. */
export const silentLog: Log = () => undefined
