import { z } from 'zod'

/** A linked entity in an answer: identifier and name, more where asked for. */
export const LinkedEntity = z.looseObject({ id: z.number(), name: z.string().optional(), $resource: z.string().optional(), $uuid: z.string().optional() })
export type LinkedEntity = z.output<typeof LinkedEntity>

/**
 * An entity of any resource. Beside the properties of its schema: `$version` to base a write on, `$status` the workflow's,
 * `$moreChildren_{field}` the paging of a link field.
 * @source wire facts "Lists", "Entities"; data-layer §3 Generic entity
 */
export const EntityData = z.looseObject({
  id: z.number(),
  $uuid: z.string(),
  $resource: z.string(),
  $path: z.string().optional(),
  $version: z.number().optional(),
  name: z.string().optional(),
})
export type EntityData = z.output<typeof EntityData>

/** What a surfer may do with an entity, sent as `$rights` with `withRights=true`. */
export const EntityRights = z.object({ update: z.boolean(), delete: z.boolean(), download: z.boolean(), workflow: z.array(z.string()) })
export type EntityRights = z.output<typeof EntityRights>

/** An entity of `dam/data/asset` as lists and pages read it; a view of EntityData, other properties stay. */
export const Asset = z.looseObject({
  ...EntityData.shape,
  name: z.string(),
  description: z.string().nullish(),
  rootnature: LinkedEntity.nullish(),
  keywords: z.array(LinkedEntity).optional(),
  collections: z.array(LinkedEntity).optional(),
  creator: z.string().nullish(), credit: z.string().nullish(), copyright: z.string().nullish(),
  city: z.string().nullish(), country: z.string().nullish(), takenat: z.string().nullish(),
  gps: z.object({ lat: z.number(), lon: z.number() }).nullish(),
  camera: z.string().nullish(), colorspace: z.string().nullish(),
  /** Pixels as displayed, after the orientation is applied. */
  width: z.number().nullish(), height: z.number().nullish(),
  /** Seconds. */
  duration: z.number().nullish(),
  pages: z.number().nullish(),
  blurhash: z.string().nullish(),
  metadata: z.object({ filesize: z.number().nullish(), filename: z.string().nullish(), mediatype: z.string().nullish() }).optional(),
  status: z.object({ id: z.number(), name: z.string() }).optional(),
  owner: LinkedEntity.nullish(),
  validfrom: z.string().nullish(), validuntil: z.string().nullish(),
  createdat: z.string().optional(), modifiedat: z.string().optional(),
  $rights: EntityRights.optional(),
})
export type Asset = z.output<typeof Asset>

/** Workflow statuses of assets, by id. @source issue: workflow of assets */
export const assetStatuses = { draft: 1, submitted: 2, published: 6, archived: 9 } as const
/** Ids of the built-in natures. */
export const assetNatures = { IMAGE: 1, VIDEO: 2, AUDIO: 3, DOCUMENT: 4, OTHER: 5 } as const
export type NatureName = keyof typeof assetNatures
/** Workflow actions of assets: from which statuses to which. */
export const assetActions = {
  submit: { from: ['draft'], to: 'submitted' },
  publish: { from: ['draft', 'submitted', 'archived'], to: 'published' },
  reject: { from: ['submitted'], to: 'draft' },
  unpublish: { from: ['published'], to: 'draft' },
  archive: { from: ['draft', 'submitted', 'published'], to: 'archived' },
  restore: { from: ['archived'], to: 'draft' },
} as const satisfies Record<string, { from: readonly (keyof typeof assetStatuses)[]; to: keyof typeof assetStatuses }>
export type AssetAction = keyof typeof assetActions
