import type { CallName, Calls } from './calls.ts'
import type {
  BytesAnswer,
  Call,
  CallAnswer,
  CallParameters,
  EventsAnswer,
  RedirectAnswer,
} from './define-call.ts'
import type { ErrorCode } from './errors/error-table.ts'

/**
 * What a client has to know of a call to make it: `Call` without its schemas, which stay with the server.
 * What goes in and comes out is known by its name, to the compiler alone.
 * @source decision 0014
 */
export interface WireCall<Name extends CallName = CallName> extends Pick<
  Call,
  'method' | 'path' | 'alsoAt' | 'as' | 'bodyAs' | 'upload' | 'startsSession'
> {
  readonly name: Name
  /** Present where the answer is no JSON. */
  readonly answersBytes?: true
  /** What a failure without a body can be, by its status: present where answers have none. */
  readonly errors?: Readonly<Record<number, ErrorCode>>
}

/** What a client passes to a call: the input before defaults. */
export type WireParameters<C extends WireCall> = CallParameters<Calls[C['name']]>
/**
 * What a client receives: JSON as agreed; `Response` where the call answers bytes, events or another address.
 */
export type WireAnswer<C extends WireCall> = Calls[C['name']]['answers'] extends
  | BytesAnswer
  | EventsAnswer
  | RedirectAnswer
  ? Response
  : CallAnswer<Calls[C['name']]>
