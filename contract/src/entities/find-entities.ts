import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { csv, flag, int, jsonOr } from '../parameters.ts'
import { TreeParameters } from './tree-parameters.ts'
import { EntityData } from './entity.ts'
import { maxPageSize } from './page-size.ts'

/** Entities of one group in one answer, and the most. @source data-layer §9: group next-page size 20 */
export const defaultGroupSize = 20

/**
 * One value of a facet. `count`: hits under the whole query; `total`: the same (the constraints' own counts
 * come with `/aggs`).
 */
export const FacetValue = z.object({
  count: z.number(),
  total: z.number(),
  data: z.looseObject({ id: z.union([z.number(), z.string()]), name: z.string().optional() }),
})
export type FacetValue = z.output<typeof FacetValue>
export const Facets = z.record(z.string(), z.array(FacetValue))
export type Facets = z.output<typeof Facets>

/** Hits that share a value of the field that a list is grouped by. */
export const Group = z.object({
  /** The linked entity, or a text as `id`; null for the hits without a value, which come last. */
  group: z.looseObject({ id: z.union([z.number(), z.string()]).nullable(), name: z.string().optional() }),
  /** Hits of the group, of which `data` has the first ones in the list's order. */
  count: z.number(),
  data: z.array(EntityData),
  /** Goes back as `after`, with everything else the same, for the next entities of this group alone. */
  nextData: z.string().optional(),
  /** Whether no more entities of the group follow. */
  complete: z.boolean(),
})
export type Group = z.output<typeof Group>

export const FindParameters = z.object({
  /** Resource path: `dam/data/asset`, several as `dam/data/a,b`. */
  path: z.string(),
  query: z.unknown().optional(),
  fulltext: z.string().max(1000).optional(),
  fulltextMode: z.enum(['should', 'must']).optional(),
  /**
   * `field`, `field asc`, `field desc`, comma-separated; `relevance` with fulltext. `id desc` unless said
   * otherwise.
   */
  orderby: z.string().max(200).optional(),
  /** Cut at the most that a page holds; `pageSizeOf` the resource by default. */
  max: int
    .min(0)
    .transform((max) => Math.min(max, maxPageSize))
    .optional(),
  /** `links.nextResultsToken` of the page before. */
  after: z.string().max(4000).optional(),
  /** Echoed byte for byte. */
  state: z.string().max(100_000).optional(),
  withData: flag.optional(),
  withAggregates: flag.optional(),
  /** Fields to count values of; the schema's facets by default. */
  aggFields: csv.optional(),
  /** Values of one facet, those with most hits first; 100 by default. */
  aggMax: int.min(1).max(1000).optional(),
  /**
   * By field, a text that the names of its values have to start with (`sw`), hold (`ct`), or start with and
   * else hold (`auto`).
   */
  aggFilter: jsonOr(z.record(z.string().max(64), z.string().max(200))).optional(),
  aggFilterMode: z.enum(['auto', 'sw', 'ct']).optional(),
  /**
   * Groups the hits by the values of a field: `response.groups`, of which `max` come at once, those with most
   * hits first.
   */
  group: z.string().max(64).optional(),
  /** Entities of each group in one answer. */
  groupMax: int.min(1).max(maxPageSize).optional(),
  withRights: flag.optional(),
  /** Adds `$marks`: rating, colour label and pick. */
  withMarks: flag.optional(),
  /** Adds `workflows`: the workflow actions that may be taken on each entity now. */
  workflows: flag.optional(),
  /** Scopes to decide for each entity, answered in its `$security`. @source data-layer §6 */
  security: csv.optional(),
  /** Send the schema of each resource in `headers`. */
  headers: flag.optional(),
  /** Properties to answer; all by default. */
  props: csv.optional(),
  maxchildren: int.min(0).max(maxPageSize).optional(),
  /** `false`: language variants as they are stored, in place of the reader's language. */
  i18n: flag.optional(),
  /**
   * `words`: complete the last word of `fulltext`; `similar`: what `fulltext` was meant to be where a word of
   * it has no hit, one text or none. The answer's data are texts.
   */
  suggest: z.enum(['words', 'similar']).optional(),
  ...TreeParameters.shape,
})
export type FindParameters = z.output<typeof FindParameters>

/**
 * `next` is the address of the next page, `nextResultsToken` its token; both are missing on the last page.
 */
export const ListLinks = z.object({ next: z.string().optional(), nextResultsToken: z.string().optional() })

/** A page of entities of one resource. `total` counts all hits, `count` those in `data`. */
export const ListAnswer = z.object({
  resource: z.string().optional(),
  resources: z.array(z.object({ resource: z.string(), name: z.string() })).optional(),
  name: z.string().optional(),
  version: z.string(),
  apiversion: z.string(),
  state: z.string().optional(),
  headers: z.record(z.string(), z.unknown()),
  links: ListLinks,
  response: z.object({
    count: z.number(),
    total: z.number(),
    data: z.array(z.union([EntityData, z.string()])),
    /**
     * Ids of those in `data` whose metadata do not have the words of `fulltext`: some of them stand inside
     * the document. Missing where there are none, and for several resources.
     */
    documentHits: z.array(z.number()).optional(),
    /** With `group`: `data` holds their entities one after the other. */
    groups: z.array(Group).optional(),
    /** Goes back as `after` for the next groups. */
    nextGroups: z.string().optional(),
    /** One resource: by field. Several: by resource, then by field. */
    aggregates: z.record(z.string(), z.unknown()).optional(),
  }),
})
export type ListAnswer = z.output<typeof ListAnswer>

export const findEntities = defineCall({
  name: 'findEntities',
  method: 'GET',
  path: '/rest/{path}',
  pathKind: 'list',
  access: 'entity/view',
  summary: 'Find entities of one or several resources: a page, facets, suggested words',
  source: 'data-layer §7 Data and cursors; wire facts "Lists"',
  input: FindParameters,
  answers: ListAnswer,
  errors: [
    'query_syntax',
    'query_too_large',
    'query_too_slow',
    'searches_waiting',
    'unknown_field',
    'unknown_resource',
    'token_mismatch',
    'invalid_parameter',
  ],
})

export const findEntitiesAsPost = defineCall({
  ...findEntities,
  name: 'findEntitiesAsPost',
  method: 'POST',
  as: 'GET',
  summary: 'The same as a body',
})
