import type { BlobStore } from '../ground/blobs/blob-store.ts'
import type { Database } from '../ground/database/database.ts'
import type { Live } from '../work/live/live.ts'
import type { Settings } from '../ground/settings/settings.ts'
import type { Changes } from './changes.ts'
import type { Identity } from './identity.ts'

/** Writes a line of the server's log: one object of plain data. */
export interface Log {
  info(data: object, message: string): void
  warn(data: object, message: string): void
  error(data: object, message: string): void
}

/** Puts work into the queue, in the transaction of `database` where it is one. A `key` that waits already is not put in twice. */
export type AddJob = (database: Database, task: string, payload: object, options?: { readonly key?: string; readonly priority?: number }) => Promise<void>

/** What the whole server shares. */
export interface Services {
  readonly database: Database
  readonly blobs: BlobStore
  readonly settings: Settings
  readonly log: Log
  readonly addJob: AddJob
  /** Without it nothing is remembered between requests. */
  readonly changes?: Changes
  /** Without it nobody can listen for what changes. */
  readonly live?: Live
}

/** What a domain function may want to know of the request beside its input. */
export interface RequestFacts {
  /** Address of the client, as the socket or a trusted proxy says. */
  readonly address: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  readonly authorization: string | undefined
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Address of this server as the client wrote it, `https://host`, for links in answers. */
  readonly baseUrl: string
}

/** Cookies that the answer sets; an empty value clears. */
export interface CookieWish {
  readonly name: string
  readonly value: string
  readonly httpOnly: boolean
  /** Seconds; 0 clears. */
  readonly maxAgeSeconds: number
  /** Path below which the browser sends it; `/` unless said otherwise. */
  readonly path?: string
}

/** What a domain function works with: the shared services, and who asks. */
export interface Context extends Services {
  readonly identity: Identity
  /** Language of the answer, as `fr`. */
  readonly locale: string
  readonly requestId: string
  readonly request: RequestFacts
  /** Sets a cookie with the answer. */
  readonly setCookie: (wish: CookieWish) => void
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}
