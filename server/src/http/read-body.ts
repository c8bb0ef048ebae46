import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { ApiError, checkJsonShape } from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'
import type { UploadPart } from '../access/handler.ts'

/** Fewer on average are no data, but an attempt to keep a parser busy. */
const bytesPerValue = 13

/** After parsing a body longer than this, the process serves other requests before it goes on. */
const longBodyBytes = 128 * 1024

/** Fields of a form, and files of a call that takes them with its fields. */
const maxFields = 1000
const maxFormFiles = 100

/** Fields of a form by name; one that is sent several times is a list. */
export type Fields = Readonly<Record<string, unknown>>

/** A file of a form; it is read to its end before the next part. */
export interface FormFile {
  readonly name: string
  readonly fileName: string
  readonly stream: Readable
}

/**
 * The body of a request that is no multipart form: JSON, or a form. Undefined without a body.
 * @param maxBodyBytes beyond which it is refused, before anything of it is parsed
 * @throws body_too_large, body_not_readable, body_not_valid, invalid_json
 * @source decision 0130
 */
export async function readBody(request: FastifyRequest, maxBodyBytes: number): Promise<unknown> {
  refuseEncoded(request)
  const bytes = await readBytes(request, maxBodyBytes)
  // Existing clients announce JSON on calls without a body.
  if (bytes.length === 0) return undefined
  const parsed = await parseBody(request, bytes, maxBodyBytes)
  // Parsing a long body and validating it both block the process for milliseconds: other requests are served
  // in between.
  if (bytes.length > longBodyBytes) await yieldToOthers()
  return parsed
}

function parseBody(request: FastifyRequest, bytes: Buffer, maxBodyBytes: number): unknown {
  const mediaType = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (mediaType === 'application/x-www-form-urlencoded') return readForm(bytes.toString())
  if (mediaType === 'application/json' || mediaType.endsWith('+json'))
    return readJson(request, bytes.toString(), maxBodyBytes / bytesPerValue)
  throw new ApiError('body_not_readable', {
    found: mediaType === '' ? 'of no named type' : 'of another type',
  })
}

/**
 * The fields of a multipart form, whose files go to `takeFile` as they arrive.
 * @param maxBodyBytes of all its fields together; files have their own limit
 * @throws body_too_large, body_not_readable, upload_format, upload_too_large; what `takeFile` throws
 * @source decision 0130
 */
export async function readMultipart(
  request: FastifyRequest,
  maxBodyBytes: number,
  takeFile?: (file: FormFile, before: Fields) => Promise<void>,
): Promise<Fields> {
  refuseEncoded(request)
  // Where no files are taken, what is announced is what there may be.
  if (!takeFile) refuseAnnounced(request, maxBodyBytes)
  const fields = collectFields()
  let sizeBytes = 0
  const add = (name: string, value: unknown, isCut: boolean): void => {
    sizeBytes += typeof value === 'string' ? Buffer.byteLength(value) : 0
    if (isCut || sizeBytes > maxBodyBytes) throw new ApiError('body_too_large', { maxBodyBytes })
    fields.add(name, value)
  }
  const limits = {
    fieldSize: maxBodyBytes,
    fields: maxFields,
    files: maxFormFiles,
    parts: maxFields + maxFormFiles,
    ...(takeFile ? {} : { fileSize: maxBodyBytes }),
  }
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') add(part.fieldname, part.value, part.valueTruncated)
      // Some clients send the field `json` as a file of that type.
      else if (part.mimetype === 'application/json' && part.fieldname === 'json')
        add(part.fieldname, await text(part.file), part.file.truncated)
      else if (takeFile)
        await takeFile({ name: part.fieldname, fileName: part.filename, stream: part.file }, fields.all())
      else part.file.resume()
    }
  } catch (error) {
    throw badUpload(error)
  }
  return fields.all()
}

/**
 * The parts of an upload in the order of the body, each read before the next.
 * @throws upload_format, body_not_readable
 */
export async function* uploadParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  if (!request.isMultipart())
    throw new ApiError('upload_format', { reason: 'multipart/form-data is expected' })
  refuseEncoded(request)
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') yield { kind: 'field', name: part.fieldname, value: String(part.value) }
      else
        yield {
          kind: 'file',
          name: part.fieldname,
          fileName: part.filename,
          mediaType: part.mimetype,
          stream: part.file,
        }
    }
  } catch (error) {
    throw badUpload(error)
  }
}

/** 120 bytes that are compressed can be megabytes: bodies are taken as they come. */
function refuseEncoded({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding'] ?? 'identity'
  if (encoding.toLowerCase() !== 'identity') throw new ApiError('body_not_readable', { found: 'compressed' })
}

function refuseAnnounced({ headers }: FastifyRequest, maxBodyBytes: number): void {
  const announced = headers['content-length'] === undefined ? Infinity : Number(headers['content-length'])
  if (announced > maxBodyBytes) throw new ApiError('body_too_large', { maxBodyBytes })
}

async function readBytes(request: FastifyRequest, maxBodyBytes: number): Promise<Buffer> {
  if (request.headers['content-length'] !== undefined) refuseAnnounced(request, maxBodyBytes)
  const chunks: Buffer[] = []
  let sizeBytes = 0
  // The stream stays open, so that the refusal can still be sent.
  for await (const chunk of request.raw.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    sizeBytes += chunk.length
    if (sizeBytes > maxBodyBytes) throw new ApiError('body_too_large', { maxBodyBytes })
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function readJson(request: FastifyRequest, body: string, maxValues: number): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  try {
    checkJsonShape(body, maxValues)
    // Refuses `__proto__` and what else would change an object's kind.
    void request.server.getDefaultJsonParser('error', 'error')(request, body, (error, value) => {
      if (error) reject(error)
      else resolve(value)
    })
  } catch (error) {
    reject(error as Error)
  }
  return promise
}

function readForm(body: string): Fields {
  let count = 1
  for (let at = body.indexOf('&'); at >= 0; at = body.indexOf('&', at + 1)) count += 1
  if (count > maxFields)
    throw new ApiError('body_not_valid', { reason: `it has more than ${maxFields} fields` })
  const fields = collectFields()
  for (const [name, value] of new URLSearchParams(body)) fields.add(name, value)
  return fields.all()
}

/** Collects fields whatever their names are: `__proto__` is one like the others. */
function collectFields(): { add(name: string, value: unknown): void; all(): Fields } {
  const fields = new Map<string, unknown[]>()
  return {
    add: (name, value) => {
      if (isAbsent(name, value)) return
      const values = fields.get(name)
      if (values) values.push(value)
      else fields.set(name, [value])
    },
    all: () =>
      Object.fromEntries(
        [...fields].map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
      ),
  }
}

/** Fields that are a document of their own, where `null` says something: an entity, a preference. */
const documents: ReadonlySet<string> = new Set(['json', 'value'])

/**
 * What existing clients put into a form for a value that they do not have.
 * @source decision 0138
 */
function isAbsent(name: string, value: unknown): boolean {
  return value === 'undefined' || (value === 'null' && !documents.has(name))
}

function badUpload(error: unknown): unknown {
  const code = (error as { code?: unknown } | undefined)?.code
  const isMalformed = typeof code === 'string' && code.startsWith('FST_')
  const message = error instanceof Error ? error.message : ''
  return isMalformed || /multipart|unexpected end of form|malformed/i.test(message)
    ? new ApiError('upload_format', { reason: message.slice(0, 200) })
    : error
}
