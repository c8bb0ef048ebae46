import { ApiError } from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'
import type { UploadPart } from './handler.ts'

/**
 * The body of a call that uploads nothing: JSON, a form, or the fields of a multipart form. Undefined without a body.
 * @throws upload_format
 */
export async function readBody(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body
  const fields: Record<string, unknown> = {}
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') fields[part.fieldname] = part.value
      else part.file.resume()
    }
  } catch (error) {
    throw badUpload(error)
  }
  return fields
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
