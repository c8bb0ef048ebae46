import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ApiError } from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'
import type { UploadPart } from './handler.ts'

/** JSON, forms, and all fields of a multipart form together; files are streamed and have their own limit. */
export const maxBodyBytes = 16 * 1024 * 1024

/** Fields of a form by name; one that is sent several times is a list. */
export type Fields = Readonly<Record<string, unknown>>

/** A file of a form; it is read to its end before the next part. */
export interface FormFile { readonly name: string; readonly fileName: string; readonly stream: Readable }

/** Collects fields whatever their names are: `__proto__` is one like the others. */
export function collectFields(): { add(name: string, value: unknown): void; all(): Fields } {
  const fields = new Map<string, unknown>()
  return {
    add: (name, value) => void fields.set(name, fields.has(name) ? [fields.get(name), value].flat() : value),
    all: () => Object.fromEntries(fields),
  }
}

/**
 * The body of a call: JSON, a form, or the fields of a multipart form, whose files go to `takeFile` as they arrive. Undefined
 * without a body.
 * @throws upload_format, upload_too_large; what `takeFile` throws
 */
export async function readBody(request: FastifyRequest, takeFile?: (file: FormFile, before: Fields) => Promise<void>): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  const fields = collectFields()
  let sizeBytes = 0
  const add = (name: string, value: unknown, isCut: boolean): void => {
    sizeBytes += typeof value === 'string' ? Buffer.byteLength(value) : 0
    if (isCut || sizeBytes > maxBodyBytes) throw new ApiError('upload_too_large', { maxSizeBytes: maxBodyBytes })
    fields.add(name, value)
  }
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') add(part.fieldname, part.value, part.valueTruncated)
      // Some clients send the field `json` as a file of that type.
      else if (part.mimetype === 'application/json' && part.fieldname === 'json') add(part.fieldname, await text(part.file), part.file.truncated)
      else if (takeFile) await takeFile({ name: part.fieldname, fileName: part.filename, stream: part.file }, fields.all())
      else part.file.resume()
    }
  } catch (error) {
    throw badUpload(error)
  }
  return fields.all()
}

/**
 * The parts of an upload in the order of the body, each read before the next.
 * @throws upload_format
 */
export async function* uploadParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  if (!request.isMultipart()) throw new ApiError('upload_format', { reason: 'multipart/form-data is expected' })
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: String(part.value) }
      else yield { kind: 'file', name: part.fieldname, fileName: part.filename, mediaType: part.mimetype, stream: part.file }
    }
  } catch (error) {
    throw badUpload(error)
  }
}

function badUpload(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code
  const isMalformed = typeof code === 'string' && code.startsWith('FST_')
  const message = error instanceof Error ? error.message : ''
  return isMalformed || /multipart|unexpected end of form|malformed/i.test(message) ? new ApiError('upload_format', { reason: message.slice(0, 200) }) : error
}
