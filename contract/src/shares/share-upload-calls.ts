import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { shareRefusals } from '../share-refusals.ts'
import { SentFile } from './share-uploads.ts'

const shareId = z.string().max(64)
const refusals = [...shareRefusals, 'access_denied', 'visitor_unknown'] as const

export const uploadSharedFile = defineCall({
  name: 'uploadSharedFile',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/files',
  access: 'share/upload',
  status: 201,
  upload: true,
  summary: 'A visitor sends a file: multipart, `json` {"visitor", "key", "size"} first; a key is one file',
  source: 'decision 0232',
  input: z.object({ id: shareId }),
  answers: z.object({ file: SentFile }),
  errors: [
    ...refusals,
    'upload_format',
    'upload_empty',
    'upload_too_large',
    'upload_size_wrong',
    'upload_type_refused',
    'upload_program',
    'share_uploads_full',
    'too_many_uploads',
    'storage_full',
  ],
})

export const listSharedUploads = defineCall({
  name: 'listSharedUploads',
  method: 'POST',
  path: '/wedia/cart/withShare/{id}/files/list',
  access: 'share/upload',
  readOnly: true,
  summary: 'The files that a visitor has sent, newest first',
  source: 'decision 0232',
  input: z.object({ id: shareId, visitor: z.string().max(64) }),
  answers: z.object({ files: z.array(SentFile) }),
  errors: refusals,
})
