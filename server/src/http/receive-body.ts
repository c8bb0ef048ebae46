import { ApiError, type Call, type Method } from '@cartouche/contract'
import type { FastifyRequest } from 'fastify'
import type { ReceivedFile, ReceivedFiles, UploadParts } from '../access/handler.ts'
import type { Identity } from '../access/identity.ts'
import type { Services } from '../ground/services.ts'
import { keepUpload, type UploadLimits } from '../model/storage-limits/keep-upload.ts'
import { storageLeft, type StorageLeft } from '../model/storage-limits/within-storage-limit.ts'
import { checkCsrf } from '../people/session/csrf.ts'
import { checkFileAccess } from './check-access.ts'
import { checkedParts, csrfProof } from './csrf-proof.ts'
import { callFor, wantedMethod, type Address, type NamedCall } from './find-call.ts'
import type { Caller } from './identify-caller.ts'
import { readBody, readMultipart, uploadParts, type Fields, type FormFile } from './read-body.ts'

/** Largest bodies, in bytes, of calls that name no limit of their own. */
const maxBodyBytes = { stranger: 64 * 1024, known: 1024 * 1024 }

/**
 * The call that a request makes, and what it brings. `beside`: files, which the handler gets with its input.
 */
export interface Received extends NamedCall {
  readonly body: unknown
  readonly beside: UploadParts | ReceivedFiles
}

/**
 * Reads the body of a request, up to the largest limit of the calls that its caller may make, and answers
 * which of them it is, as a field of the body may say so. The files of a form are stored as they arrive; an
 * upload is read by its handler.
 * @throws method_not_allowed; what `readBody` and `readMultipart` throw; before a file is kept csrf_missing,
 * access_denied
 * @source decision 0130
 */
export async function receiveBody(
  services: Services,
  caller: Caller,
  address: Address,
  permitted: readonly NamedCall[],
  request: FastifyRequest,
  signal: AbortSignal,
): Promise<Received> {
  const { identity, query } = caller
  const isMultipart = request.isMultipart()
  const body = isMultipart ? undefined : await readBody(request, largestBody(identity, permitted))
  const found = callFor(address.calls, request.method as Method, wantedMethod(request, body))
  const { call } = found
  if (call.upload)
    return {
      ...found,
      body,
      beside: { parts: checkedParts(services.settings, caller, uploadParts(request)) },
    }
  if (!isMultipart) return { ...found, body, beside: {} }
  const files = new Map<string, ReceivedFile>()
  let left: StorageLeft | undefined
  const takeFile = async (file: FormFile, before: Fields): Promise<void> => {
    // Before a byte is kept: fields come before files.
    checkCsrf(identity, csrfProof(services.settings, caller, before))
    checkFileAccess(identity, call, address.path)
    left ??= await leftOf(services, identity, call)
    files.set(file.name, await storeFile(services, file, { signal, left }, query['simu']))
  }
  const fields = await readMultipart(
    request,
    largestBody(identity, [found]),
    call.takesFiles ? takeFile : undefined,
  )
  return { ...found, body: fields, beside: files.size > 0 ? { files } : {} }
}

function largestBody(identity: Identity, permitted: readonly NamedCall[]): number {
  const usual =
    identity.kind === 'user' || identity.kind === 'application' ? maxBodyBytes.known : maxBodyBytes.stranger
  return Math.max(...permitted.map(({ call }) => call.maxBodyBytes ?? usual))
}

/** Whoever creates something owns it. A change is held to the limit of its owner where it is written. */
function leftOf({ database }: Services, identity: Identity, { access }: Call): Promise<StorageLeft> {
  const isOwner = identity.kind === 'user' && access === 'entity/create'
  return storageLeft(database, isOwner ? identity.id : null)
}

/**
 * Streams a file of a form into the blob store. What no entity refers to in the end is swept like every
 * forgotten blob. Under `simu=true` it is read and thrown away.
 * @throws upload_empty, upload_too_large, storage_full, storage_limit_reached, file_limit_reached, the
 * signal's reason
 */
async function storeFile(
  services: Services,
  { fileName, stream }: FormFile,
  limits: UploadLimits,
  simu: unknown,
): Promise<ReceivedFile> {
  if (simu === 'true' || simu === '1' || simu === '') {
    stream.resume()
    return { fileName, blob: null }
  }
  const blob = await keepUpload(services, stream, limits)
  if (blob.sizeBytes === 0) throw new ApiError('upload_empty')
  return { fileName, blob }
}
