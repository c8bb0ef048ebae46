import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { LinkedEntity } from '../entities/entity.ts'
import { StorageUse } from './storage-limit.ts'

/**
 * What files take. `files`: originals; `renditions`: what was made of them. A file that several assets share
 * counts for each of them, and so do its renditions.
 */
const StorageSum = z.object({
  files: z.number(),
  sizeBytes: z.number(),
  renditions: z.number(),
  renditionsSizeBytes: z.number(),
})

/** How much room the files of the library take. @source decision 0148 */
export const StorageAnswer = z.object({
  /** When it was measured. */
  measuredAt: z.string(),
  /** All that is stored, each file once, whatever it belongs to. */
  stored: z.object({ files: z.number(), sizeBytes: z.number() }),
  total: StorageSum,
  /**
   * By the asset's owner, the most first, a thousand at most; null: nobody. `use`: all that counts for their
   * limit, as of now; null where there is no limit.
   */
  owners: z.array(StorageSum.extend({ owner: LinkedEntity.nullable(), use: StorageUse.nullable() })),
  /** By what a file is (`IMAGE`, `VIDEO`), the most first; an empty text where it is not known. */
  natures: z.array(StorageSum.extend({ nature: z.string() })),
  /** By the year in which the asset was made, UTC, the last first. */
  years: z.array(StorageSum.extend({ year: z.number() })),
  /**
   * By the month in which the asset was made (`2026-11`), UTC, the first first; without months in which none
   * was. What is deleted since is in none.
   */
  months: z.array(StorageSum.extend({ month: z.string() })),
  /** The largest originals, the largest first. Assets that the surfer may not see have no name. */
  largest: z.array(
    z.object({
      id: z.number(),
      name: z.string().nullable(),
      fileName: z.string().nullable(),
      nature: z.string(),
      owner: LinkedEntity.nullable(),
      sizeBytes: z.number(),
    }),
  ),
})
export type StorageAnswer = z.output<typeof StorageAnswer>
export type StorageSum = z.output<typeof StorageSum>

export const getStorage = defineCall({
  name: 'getStorage',
  method: 'GET',
  path: '/rest/administration/storage',
  access: 'storage/view',
  summary:
    'How much room files take: by owner, type and year, and the largest; of a large library, measured beyond the first request, which answers `query_too_slow`',
  source: 'decision 0148',
  input: z.object({}),
  answers: StorageAnswer,
  errors: ['query_too_slow'],
})

export const getStorageUse = defineCall({
  name: 'getStorageUse',
  method: 'GET',
  path: '/rest/account/storage',
  access: 'signed-in',
  summary:
    'How much the surfer’s own files take, and how much they may: originals, former versions, files of fields, imports that are not published, and the trash',
  source: 'decision 0230',
  input: z.object({}),
  answers: StorageUse,
  errors: [],
})
