import { z } from 'zod'
import { Marks } from '../marks/marks.ts'
import { Panorama, pictureForms } from '../media/panorama.ts'

/** A linked entity in an answer: identifier and name, more where asked for. */
export const LinkedEntity = z.looseObject({
  id: z.number(),
  name: z.string().optional(),
  $resource: z.string().optional(),
  $uuid: z.string().optional(),
})
export type LinkedEntity = z.output<typeof LinkedEntity>

/**
 * Permissions on one field of an entity, for whoever reads it.
 * @source data-layer §3 Mass import item; wire facts "Entities"
 */
export const FieldPermissions = z.object({
  editable: z.boolean(),
  mandatory: z.boolean(),
  viewable: z.boolean(),
})
export type FieldPermissions = z.output<typeof FieldPermissions>

/** The value of a binary field. `uri` is where its bytes are. */
export const FileValue = z.object({
  name: z.string(),
  filesize: z.number(),
  mediatype: z.string(),
  uri: z.string(),
})
export type FileValue = z.output<typeof FileValue>

/**
 * Paging of one field's linked entities: those from `first`, of `total`; the others by `nextToken`, which the
 * last page lacks.
 */
export const MoreChildren = z.object({
  first: z.number(),
  count: z.number(),
  total: z.number(),
  nextToken: z.string().optional(),
})
export type MoreChildren = z.output<typeof MoreChildren>

/** The variations of an entity's file, sent as `$asset`. @source wire facts "Entities": Variations */
export const AssetVariations = z.object({
  variation: z.string().optional(),
  variations: z.array(
    z.object({
      name: z.string(),
      mediatype: z.string(),
      width: z.number().nullable(),
      height: z.number().nullable(),
      filesize: z.number().nullable(),
      uri: z.string().optional(),
    }),
  ),
  players: z.array(z.object({ name: z.string(), uri: z.string() })).optional(),
})
export type AssetVariations = z.output<typeof AssetVariations>

/**
 * An entity of any resource. Beside the properties of its schema: `$version` to base a write on, `$status`
 * the workflow's, `$moreChildren_{field}` the paging of a link field.
 * @source wire facts "Lists", "Entities"; data-layer §3 Generic entity
 */
export const EntityData = z.looseObject({
  id: z.number(),
  $uuid: z.string(),
  $resource: z.string(),
  $path: z.string().optional(),
  $version: z.number().optional(),
  name: z.string().optional(),
  $security: z.record(z.string(), z.boolean()).optional(),
  $faces: z.record(z.string(), FieldPermissions).optional(),
  $asset: AssetVariations.optional(),
  $marks: Marks.optional(),
})
export type EntityData = z.output<typeof EntityData>

/** What a surfer may do with an entity, sent as `$rights` with `withRights=true`. */
export const EntityRights = z.object({
  update: z.boolean(),
  delete: z.boolean(),
  download: z.boolean(),
  workflow: z.array(z.string()),
})
export type EntityRights = z.output<typeof EntityRights>

/** An entity of `dam/data/asset` as lists and pages read it; a view of EntityData, other properties stay. */
export const Asset = z.looseObject({
  ...EntityData.shape,
  name: z.string(),
  description: z.string().nullish(),
  rootnature: LinkedEntity.nullish(),
  keywords: z.array(LinkedEntity).optional(),
  collections: z.array(LinkedEntity).optional(),
  creator: z.string().nullish(),
  credit: z.string().nullish(),
  copyright: z.string().nullish(),
  city: z.string().nullish(),
  country: z.string().nullish(),
  takenat: z.string().nullish(),
  /** Year or month alone, `1955` or `1955-06`, where the day is not known. */
  takenin: z.string().nullish(),
  gps: z.object({ lat: z.number(), lon: z.number() }).nullish(),
  camera: z.string().nullish(),
  colorspace: z.string().nullish(),
  /** Pixels as displayed, after the orientation is applied. */
  width: z.number().nullish(),
  height: z.number().nullish(),
  /** Seconds. */
  duration: z.number().nullish(),
  pages: z.number().nullish(),
  blurhash: z.string().nullish(),
  metadata: z
    .object({
      filesize: z.number().nullish(),
      filename: z.string().nullish(),
      mediatype: z.string().nullish(),
      /** What a picture is beside a flat still; null for those. */
      form: z.enum(pictureForms).nullish(),
      panorama: Panorama.nullish(),
      /** What picture and video of a Live Photo, two assets, have in common: 32 hexadecimal digits. */
      livephoto: z.string().nullish(),
      /** What is wrong with the file or worth knowing of it, as it was found at import. */
      problems: z
        .array(
          z.object({
            code: z.string(),
            message: z.string(),
            data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
          }),
        )
        .nullish(),
    })
    .optional(),
  status: z.object({ id: z.number(), name: z.string() }).optional(),
  owner: LinkedEntity.nullish(),
  validfrom: z.string().nullish(),
  validuntil: z.string().nullish(),
  createdat: z.string().optional(),
  modifiedat: z.string().optional(),
  $rights: EntityRights.optional(),
})
export type Asset = z.output<typeof Asset>
