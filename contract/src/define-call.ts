import { z } from 'zod'
import type { ErrorCode } from './errors/error-table.ts'
import type { ResourcePath } from './resource-path.ts'

/** The HTTP methods of the wire. */
export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may make a call: `public`, `signed-in` (any user or application), or an action on a resource, which the
 * access kernel decides. `entity` stands for the resource that the path names.
 */
export type CallAccess = 'public' | 'signed-in' | `${string}/${string}`

/** Marks a call that answers bytes (a file, an archive, a page in a frame) in place of JSON. */
export const bytes = z.literal('bytes').describe('Bytes, with ETag and ranges')
export type BytesAnswer = typeof bytes

/** Marks a call that answers server-sent events for as long as the client stays. */
export const events = z
  .literal('events')
  .describe('Server-sent events: each a line `data:` of JSON, until either side ends')
export type EventsAnswer = typeof events

/** Marks a call that sends the browser to another address. */
export const redirect = z.literal('redirect').describe('303 with the address to go on at')
export type RedirectAnswer = typeof redirect

/**
 * What a resource path (`/rest/{path}…`) names; see `resource-path.ts`. Calls that share the wildcard are
 * distinguished by it.
 */
export type PathKind = ResourcePath['kind']

/** One call of the wire: everything that server, client and documents derive from. */
export interface Call<
  Name extends string = string,
  Input extends z.ZodType = z.ZodType,
  Answers extends z.ZodType = z.ZodType,
> {
  readonly name: Name
  readonly method: Method
  /** Path without the `/api` prefix; `{x}` is a path parameter of one segment, `{path}` a resource path. */
  readonly path: string
  /** The last parameter of the path takes the rest of the address, slashes too. */
  readonly takesRest?: boolean
  /** More spellings that answer the same. */
  readonly alsoAt?: readonly string[]
  /** Present where `{path}` is a resource path. */
  readonly pathKind?: PathKind
  /** The method that this POST stands for, by `X-HTTP-Method-Override` or the parameter `_method`. */
  readonly as?: Method
  /** More methods that do the same. */
  readonly alsoBy?: readonly Method[]
  readonly access: CallAccess
  /**
   * Starts a session or renews one: whoever makes it counts as nobody yet, and needs no CSRF proof, which
   * belongs to a session.
   * @source P7.10; decision 0134
   */
  readonly startsSession?: boolean
  /**
   * Pages of other sites send it, as a provider of single sign-on does: neither its origin nor a CSRF proof
   * is asked for. What it carries proves itself, by a signature.
   * @source decisions 0026, 0066 and 0134
   */
  readonly fromOtherSites?: boolean
  /**
   * Changes nothing that anybody is answered by, although it is no GET: it is given up where it takes too
   * long, and no cache forgets by it.
   */
  readonly readOnly?: boolean
  readonly summary: string
  /** Section of the specification, a wire fact or a decision. */
  readonly source: string
  /** Path, query and body parameters in one object: a parameter is taken from wherever the client put it. */
  readonly input: Input
  /** Where the body is no object, the input field that it becomes. */
  readonly bodyAs?: string
  /** `multipart` bodies are streamed to the handler as `files`, in place of being parsed before it runs. */
  readonly upload?: boolean
  /**
   * A multipart body may carry files: they are stored as they arrive, and the handler gets them as `files`.
   */
  readonly takesFiles?: boolean
  /** Largest body in bytes, files apart. Default: 64 KiB where nobody is signed in, else 1 MiB. */
  readonly maxBodyBytes?: number
  readonly answers: Answers
  /** HTTP status of a success; 200 by default. */
  readonly status?: number
  readonly errors: readonly ErrorCode[]
}

/**
 * Defines a call once, for the server's route, the client's typed function and the generated documents.
 * @source DESIGN "One definition per call"
 */
export function defineCall<const Definition extends Call>(call: Definition): Definition {
  return call
}

/** What a handler receives: the parsed input. */
export type CallInput<C extends Call> = z.output<C['input']>
/** What a client passes: the input before defaults. */
export type CallParameters<C extends Call> = z.input<C['input']>
/** What a client receives. */
export type CallAnswer<C extends Call> = z.output<C['answers']>
