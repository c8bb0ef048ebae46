import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'

const Uuid = z.object({ uuid: z.uuid() })

export const headArchive = defineCall({
  name: 'headArchive',
  method: 'HEAD',
  path: '/wedia/cart/downloadCart/{uuid}',
  access: 'public',
  summary: '200 when the archive is ready, 202 while something in it is being made',
  source: 'portal §7 Carts; wire facts "Carts"',
  input: Uuid,
  answers: bytes,
  errors: ['archive_not_found', 'archive_outdated', 'archive_refused', 'archive_empty'],
})

export const downloadArchive = defineCall({
  name: 'downloadArchive',
  method: 'GET',
  path: '/wedia/cart/downloadCart/{uuid}',
  access: 'public',
  summary: 'The archive, by its unguessable address; answers ranges',
  source: 'portal §7 Carts; DESIGN: an archive is a layout; decision 0003',
  input: Uuid,
  answers: bytes,
  errors: [
    'archive_not_found',
    'archive_outdated',
    'archive_refused',
    'archive_empty',
    'range_not_satisfiable',
  ],
})
