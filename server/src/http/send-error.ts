import { ApiError, encodeError } from '@cartouche/contract'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { Log } from '../ground/log.ts'
import { outageOf } from '../ground/outages.ts'

/**
 * What is missing or was ended while a request waited for it: the socket of a database that is away, a worker
 * that others ended where the machine is short of memory.
 */
const gone = new Set(['ENOENT', 'killed'])

/**
 * Sends a failure by the error table. What the table does not know answers 500 with the request's id and
 * says nothing else; the log has it whole.
 */
export function sendError(
  log: Log,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const known = toApiError(error, request)
  // Whoever left in the middle of an upload or of an answer hears nothing more, and is no failure of the
  // server's.
  const hasLeft =
    error === request.raw.errored ||
    (known.code === 'internal' &&
      request.raw.destroyed &&
      (!request.raw.complete || isCutShort(error, request)))
  // A crowd is no failure, and is logged once for many.
  if (known.status >= 500 && !hasLeft && known.code !== 'server_busy')
    log.error(
      {
        requestId: request.id,
        method: request.method,
        path: request.url.split('?')[0],
        error: describe(error),
      },
      known.code,
    )
  const retryAfterS = known.code === 'unavailable' ? 2 : known.data['seconds']
  if (retryAfterS !== undefined) reply.header('retry-after', String(retryAfterS))
  if (reply.raw.headersSent) {
    reply.raw.destroy()
    return reply
  }
  reply.code(known.status).header('cache-control', 'no-store').type('application/json; charset=utf-8')
  return reply.send(JSON.stringify(encodeError(known, request.id)))
}

function toApiError(error: unknown, request: FastifyRequest): ApiError {
  if (error instanceof ApiError) return error
  const { code = '', statusCode, message } = error as Partial<FastifyError>
  if (
    code === 'FST_ERR_CTP_INVALID_JSON_BODY' ||
    code === 'FST_ERR_CTP_EMPTY_JSON_BODY' ||
    error instanceof SyntaxError
  )
    return new ApiError('invalid_json', { reason: (message ?? '').slice(0, 200) })
  if (statusCode === 413) return new ApiError('upload_too_large', { maxSizeBytes: 0 })
  if (statusCode === 415)
    return new ApiError('upload_format', {
      reason: 'the media type of the body is not one that this call takes',
    })
  const outage = outageOf(error)
  if (outage === 'full') return new ApiError('storage_full')
  if (outage === 'away' || gone.has(code)) return new ApiError('unavailable')
  // Text with a NUL or broken encoding: the client's, not the server's fault.
  if (code === '22021' || code === '22P05' || code === 'FST_ERR_BAD_URL')
    return new ApiError('invalid_parameter', {
      parameter: 'text',
      reason: 'it holds characters that cannot be stored',
    })
  // What a page token says was compared with what is stored: it is none of ours.
  if (code.startsWith('22') && Object.hasOwn(request.query as object, 'after'))
    return new ApiError('token_mismatch')
  if (code === '22003')
    return new ApiError('invalid_parameter', { parameter: 'number', reason: 'it is too large' })
  return new ApiError('internal', { requestId: request.id })
}

/**
 * Whether an answer ended early because the other side closed its connection: an answer that ends early by
 * itself leaves it open.
 */
function isCutShort(error: unknown, { raw }: FastifyRequest): boolean {
  return (error as { code?: unknown }).code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.socket.destroyed
}

function describe(error: unknown): object {
  return error instanceof Error
    ? {
        name: error.name,
        message: error.message,
        stack: error.stack,
        code: (error as { code?: unknown }).code,
      }
    : { message: String(error) }
}
