import type { BlobStore } from '../blobs/blob-store.ts'
import type { Database } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'
import type { Identity } from './identity.ts'

/** Writes a line of the server's log: one object of plain data. */
export interface Log {
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/** What the whole server shares. */
export interface Services {
  readonly database: Database
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly log: Log
}

/** What a domain function works with: the shared services, and who asks. */
export interface Context extends Services {
  readonly identity: Identity
  /** Language of the answer, as `fr`. */
  readonly locale: string
  readonly requestId: string
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}
