import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag } from '../parameters.ts'

const ArchiveAddress = z.object({
  uuid: z.uuid(),
  /** The file alone, where the archive holds the file of one asset; the archive where it holds others too. */
  unzip: flag.optional(),
})

export const headArchive = defineCall({
  name: 'headArchive',
  method: 'HEAD',
  path: '/wedia/cart/downloadCart/{uuid}',
  access: 'public',
  summary: '200 when the archive is ready, 202 while something in it is being made',
  source: 'portal §7 Carts; wire facts "Carts"',
  input: ArchiveAddress,
  answers: bytes,
  errors: ['archive_not_found', 'archive_outdated', 'archive_refused', 'archive_empty'],
})

export const downloadArchive = defineCall({
  name: 'downloadArchive',
  method: 'GET',
  path: '/wedia/cart/downloadCart/{uuid}',
  access: 'public',
  summary: 'The archive, or the one file in it, by its unguessable address; answers ranges',
  source: 'portal §7 Carts; DESIGN: an archive is a layout; decision 0003',
  input: ArchiveAddress,
  answers: bytes,
  errors: [
    'archive_not_found',
    'archive_outdated',
    'archive_refused',
    'archive_empty',
    'range_not_satisfiable',
  ],
})
