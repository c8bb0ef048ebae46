import type { Services } from '../ground/services.ts'
import type { Identity } from './identity.ts'

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
export interface Cookie {
  readonly name: string
  readonly value: string
  readonly httpOnly: boolean
  /** Seconds; 0 clears. */
  readonly maxAgeSeconds: number
  /** Path below which the browser sends it; `/` by default. */
  readonly path?: string
}

/** What a domain function works with: the shared services and the caller. */
export interface Context extends Services {
  readonly identity: Identity
  /** Language of the answer, as `fr`. */
  readonly locale: string
  readonly requestId: string
  readonly request: RequestFacts
  /** Sets a cookie with the answer. */
  readonly setCookie: (cookie: Cookie) => void
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal
}
