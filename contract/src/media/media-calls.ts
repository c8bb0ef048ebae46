import { z } from 'zod'
import { bytes, defineCall } from '../define-call.ts'
import { flag, int } from '../parameters.ts'
import { frameSize, logging, playerNames } from './player-calls.ts'

const names = z.string().max(500)
const VariationInput = z.object({
  /** Resource: `asset`, another that imports fill, or `massimportitem`. */
  object: z.string().max(64),
  /** Number or uuid. */
  id: z.string().max(64),
  /** A name, or several in order of preference, comma-separated. */
  variation: names.optional(),
  preset: names.optional(),
  /** As an attachment under the file's own name. */
  download: flag.optional(),
  ticket: z.string().max(500).optional(),
  /** Whatever a page adds so that it does not show a file that was replaced; nothing depends on it. */
  revision: z.string().max(64).optional(),
})

export const getVariation = defineCall({
  name: 'getVariation',
  method: 'GET',
  path: '/wedia/dam/variation',
  access: 'entity/view',
  summary: 'A rendition, or the original, of an asset',
  source: 'portal §7 Assets; wire facts "Entities"',
  input: VariationInput,
  answers: bytes,
  errors: [
    'entity_not_found',
    'rendition_not_found',
    'rendition_failed',
    'file_missing',
    'range_not_satisfiable',
  ],
})

export const getVariationByPath = defineCall({
  name: 'getVariationByPath',
  method: 'GET',
  path: '/wedia/dam/variation/{object}/{id}/{variation}',
  access: 'entity/view',
  summary: 'The same, by path',
  source: 'portal §7 Assets',
  input: VariationInput,
  answers: bytes,
  errors: [
    'entity_not_found',
    'rendition_not_found',
    'rendition_failed',
    'file_missing',
    'range_not_satisfiable',
  ],
})

export const listVariations = defineCall({
  name: 'listVariations',
  method: 'GET',
  path: '/wedia/dam/variations/{object}/{id}',
  alsoAt: ['/wedia/dam/variations'],
  access: 'entity/view',
  summary: 'Renditions that an asset has',
  source: 'data-layer §7 Entities; wire facts: a bare list',
  input: z.object({
    object: z.string().max(64),
    id: z.string().max(64),
    ticket: z.string().max(500).optional(),
  }),
  answers: z.array(
    z.object({
      name: z.string(),
      mediatype: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      /** Bytes; null while it has not been made. */
      filesize: z.number().nullable(),
    }),
  ),
  errors: ['entity_not_found'],
})

export const getPlayer = defineCall({
  name: 'getPlayer',
  method: 'GET',
  path: '/wedia/dam/player/{player}/{object}/{id}',
  access: 'entity/view',
  summary: 'A page that plays a film or sound, or shows a picture, for an embedded frame',
  source: 'portal §7 Assets',
  input: z.object({
    player: playerNames,
    object: z.string().max(64),
    id: z.string().max(64),
    width: frameSize.optional(),
    height: frameSize.optional(),
    /** Seconds. */
    start: int.min(0).optional(),
    ...logging,
    ticket: z.string().max(500).optional(),
  }),
  answers: bytes,
  errors: ['entity_not_found'],
})
