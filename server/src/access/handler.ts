import type {
  BytesAnswer,
  Call,
  CallInput,
  CallName,
  Calls,
  EventsAnswer,
  RedirectAnswer,
} from '@cartouche/contract'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Context } from './context.ts'
import type { StoredBlob } from '../ground/blobs/blob-store.ts'
import type { ByteSource } from '../ground/bytes/byte-source.ts'

/** In place of bytes that are still being made: answered with 202. */
export interface Pending {
  readonly pending: true
}

/** Server-sent events, as text: sent until the source ends or the client leaves, which destroys it. */
export interface EventStream {
  readonly events: Readable
}

/** Another address, where the browser goes on. */
export interface Redirect {
  readonly redirectTo: string
}

/**
 * One part of a multipart body, in the order of the body. A file must be read to its end, or destroyed,
 * before the next.
 */
export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly mediaType: string
      readonly stream: Readable
    }

/** What a call with `upload` receives beside its input. */
export interface UploadParts {
  readonly parts: AsyncIterable<UploadPart>
}

/**
 * A file of a form, stored before the handler runs. `blob` is null under `simu=true`, where nothing is
 * stored.
 */
export interface ReceivedFile {
  readonly fileName: string
  readonly blob: StoredBlob | null
}

/** What a call with `takesFiles` receives beside its input: files by the name of their part. */
export interface ReceivedFiles {
  readonly files?: ReadonlyMap<string, ReceivedFile>
}

type Answer<C extends Call> = C['answers'] extends BytesAnswer
  ? ByteSource | Pending | Redirect
  : C['answers'] extends EventsAnswer
    ? EventStream
    : C['answers'] extends RedirectAnswer
      ? Redirect
      : z.input<C['answers']>
type Input<C extends Call> = C extends { upload: true }
  ? CallInput<C> & UploadParts
  : C extends { takesFiles: true }
    ? CallInput<C> & ReceivedFiles
    : CallInput<C>

/** The domain function behind a call. */
export type Handler<C extends Call> = (context: Context, input: Input<C>) => Promise<Answer<C>>

/** Handlers of some calls, by name; a room's `*.routes.ts` gives one. */
export type Routes<Names extends CallName> = { readonly [Name in Names]: Handler<Calls[Name]> }
