import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { isMissing, s3Error, S3Error } from './s3-error.ts'
import type { S3Request, S3Sender } from './s3-request.ts'

/** What a store says of an object. */
export type S3Head = {
  readonly sizeBytes: number
  /** CRC-32 that the object was stored with; undefined where another program put it there. */
  readonly crc32: number | undefined
  readonly modifiedAtMs: number
  /** The time of the store when it said so. */
  readonly nowMs: number
}

/** An object or an unfinished upload in a list. */
export type S3Listed = { readonly key: string; readonly sizeBytes: number; readonly modifiedAtMs: number }
export type S3Unfinished = { readonly key: string; readonly uploadId: string; readonly startedAtMs: number }

/** The header that keeps an object's CRC-32. */
const crcHeader = 'x-amz-meta-crc32'
/** @source Amazon S3 API, CopyObject: objects above 5 GB are copied in parts */
const mostCopiedBytes = 5 * 1024 ** 3
const copiedPartBytes = 1024 ** 3

/** Headers under which the bytes of a blob are stored. */
export function blobHeaders(crc32: number): Record<string, string> {
  return { 'Content-Type': 'application/octet-stream', [crcHeader]: String(crc32) }
}

/** What the head of an answer says of its object, whole or a range. */
export function readHead({ headers }: IncomingMessage): S3Head {
  const crc = headers[crcHeader]
  return {
    sizeBytes: Number(/\/(\d+)$/.exec(headers['content-range'] ?? '')?.[1] ?? headers['content-length'] ?? 0),
    crc32: typeof crc === 'string' && /^\d{1,10}$/.test(crc) ? Number(crc) : undefined,
    modifiedAtMs: Date.parse(headers['last-modified'] ?? ''),
    nowMs: Date.parse(headers.date ?? '') || Date.now(),
  }
}

/** Undefined where there is no such object. */
export async function headObject({ send }: S3Sender, key: string): Promise<S3Head | undefined> {
  try {
    const answer = await send({ method: 'HEAD', key })
    answer.resume()
    return readHead(answer)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

export async function putObject(sender: S3Sender, request: Omit<S3Request, 'method'>): Promise<void> {
  await sendForXml(sender, { ...request, method: 'PUT' })
}

/** A second deletion is none. */
export async function deleteObject(sender: S3Sender, key: string): Promise<void> {
  await sendForXml(sender, { method: 'DELETE', key })
}

/**
 * Copies an object within the store, onto itself too, which makes it new; no byte comes here.
 * @throws S3Error 404 where it is gone
 */
export async function copyObject(
  sender: S3Sender,
  bucket: string,
  from: string,
  to: string,
  { sizeBytes, crc32 }: { readonly sizeBytes: number; readonly crc32: number },
): Promise<void> {
  const source = { 'x-amz-copy-source': `/${bucket}/${from}` }
  if (sizeBytes <= mostCopiedBytes) {
    const headers = { ...blobHeaders(crc32), ...source, 'x-amz-metadata-directive': 'REPLACE' }
    await sendForXml(sender, { method: 'PUT', key: to, headers })
    return
  }
  const uploadId = await createUpload(sender, to, blobHeaders(crc32))
  try {
    const etags: string[] = []
    for (let start = 0; start < sizeBytes; start += copiedPartBytes) {
      const end = Math.min(start + copiedPartBytes, sizeBytes) - 1
      const query = { partNumber: String(etags.length + 1), uploadId }
      const headers = { ...source, 'x-amz-copy-source-range': `bytes=${start}-${end}` }
      const answer = await sendForXml(sender, { method: 'PUT', key: to, query, headers })
      etags.push(unescapeXml(/<ETag>([^<]*)<\/ETag>/.exec(answer)?.[1] ?? ''))
    }
    await completeUpload(sender, to, uploadId, etags)
  } catch (error) {
    await abortUpload(sender, to, uploadId).catch(() => {})
    throw error
  }
}

/** Starts an upload in parts; answers its id. */
export async function createUpload(
  sender: S3Sender,
  key: string,
  headers: Readonly<Record<string, string>>,
): Promise<string> {
  const answer = await sendForXml(sender, { method: 'POST', key, query: { uploads: '' }, headers })
  return unescapeXml(/<UploadId>([^<]*)<\/UploadId>/.exec(answer)?.[1] ?? '')
}

/** Answers the part's ETag. */
export async function uploadPart(
  { send }: S3Sender,
  key: string,
  upload: { readonly uploadId: string; readonly partNumber: number },
  part: Pick<S3Request, 'body' | 'bodySha256' | 'signal'>,
): Promise<string> {
  const query = { partNumber: String(upload.partNumber), uploadId: upload.uploadId }
  const answer = await send({ method: 'PUT', key, query, ...part })
  answer.resume()
  return String(answer.headers.etag)
}

/** Puts the parts together, in order; the object appears whole. */
export async function completeUpload(
  sender: S3Sender,
  key: string,
  uploadId: string,
  etags: readonly string[],
): Promise<void> {
  const parts = etags.map((etag, at) => `<Part><PartNumber>${at + 1}</PartNumber><ETag>${etag}</ETag></Part>`)
  const body = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
  const bodySha256 = createHash('sha256').update(body).digest('hex')
  await sendForXml(sender, { method: 'POST', key, query: { uploadId }, body, bodySha256 }).catch(
    async (error: unknown) => {
      // The answer to an earlier try was lost.
      if (!(error instanceof S3Error && error.code === 'NoSuchUpload' && (await headObject(sender, key))))
        throw error
    },
  )
}

/** Throws the parts of an upload away. */
export async function abortUpload(sender: S3Sender, key: string, uploadId: string): Promise<void> {
  await sendForXml(sender, { method: 'DELETE', key, query: { uploadId } }).catch((error: unknown) => {
    if (!isMissing(error)) throw error
  })
}

/** The objects under a prefix, a thousand at a time. */
export async function* listObjects(sender: S3Sender, prefix: string): AsyncGenerator<S3Listed> {
  let token: string | undefined
  do {
    const query = { 'list-type': '2', prefix, ...(token !== undefined && { 'continuation-token': token }) }
    const page = await sendForXml(sender, { method: 'GET', query })
    for (const entry of elementsOf(page, 'Contents'))
      yield {
        key: valueOf(entry, 'Key'),
        sizeBytes: Number(valueOf(entry, 'Size')),
        modifiedAtMs: Date.parse(valueOf(entry, 'LastModified')),
      }
    token = valueOf(page, 'IsTruncated') === 'true' ? valueOf(page, 'NextContinuationToken') : undefined
  } while (token !== undefined)
}

/** The uploads under a prefix that are neither complete nor aborted. */
export async function* listUploads(sender: S3Sender, prefix: string): AsyncGenerator<S3Unfinished> {
  let marker: Record<string, string> | undefined = {}
  while (marker !== undefined) {
    const page: string = await sendForXml(sender, {
      method: 'GET',
      query: { uploads: '', prefix, ...marker },
    })
    for (const entry of elementsOf(page, 'Upload'))
      yield {
        key: valueOf(entry, 'Key'),
        uploadId: valueOf(entry, 'UploadId'),
        startedAtMs: Date.parse(valueOf(entry, 'Initiated')),
      }
    marker =
      valueOf(page, 'IsTruncated') === 'true'
        ? {
            'key-marker': valueOf(page, 'NextKeyMarker'),
            'upload-id-marker': valueOf(page, 'NextUploadIdMarker'),
          }
        : undefined
  }
}

/** Copies and completions may say 200 and fail all the same, in their body. */
async function sendForXml({ send }: S3Sender, request: S3Request): Promise<string> {
  const body = await text(await send(request))
  if (body.includes('<Error>')) throw s3Error(`${request.method} ${request.key ?? ''}`, 500, body)
  return body
}

function elementsOf(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inner]) => inner ?? '')
}

function valueOf(xml: string, name: string): string {
  return unescapeXml(new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1] ?? '')
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&apos;': "'",
  '&#39;': "'",
  '&amp;': '&',
}

function unescapeXml(value: string): string {
  return value.replace(/&(?:lt|gt|quot|#34|apos|#39|amp);/g, (entity) => entities[entity] ?? entity)
}
