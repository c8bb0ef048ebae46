import type { BytesAnswer, Call, CallInput, CallName, Calls } from '@cartouche/contract'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Context } from '../access/context.ts'
import type { ByteSource } from '../bytes/byte-source.ts'

/** In place of bytes that are still being made: answered with 202. */
export interface Pending { readonly pending: true }

/** One part of a multipart body, in the order of the body. A file must be read to its end, or destroyed, before the next. */
export type UploadPart =
  | { readonly kind: 'field'; readonly name: string; readonly value: string }
  | { readonly kind: 'file'; readonly name: string; readonly fileName: string; readonly mediaType: string; readonly stream: Readable }

/** What a call with `upload` receives beside its input. */
export interface UploadParts { readonly parts: AsyncIterable<UploadPart> }

type Answer<C extends Call> = C['answers'] extends BytesAnswer ? ByteSource | Pending : z.input<C['answers']>
type Input<C extends Call> = C extends { upload: true } ? CallInput<C> & UploadParts : CallInput<C>

/** The domain function behind a call. */
export type Handler<C extends Call> = (context: Context, input: Input<C>) => Promise<Answer<C>>

/** Handlers of some calls, by name; a room's `*.routes.ts` gives one. */
export type Routes<Names extends CallName> = { readonly [Name in Names]: Handler<Calls[Name]> }
