import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { jsonOr } from '../parameters.ts'
import { FacetValue } from './find-entities.ts'

/**
 * Values of a field to count: all that have hits (100 at most) where `ids` is missing. With `dof`, everything
 * below an id counts for it.
 */
export const AggregateRequest = z.object({
  field: z.string().max(64),
  operator: z.string().max(32).optional(),
  ids: z
    .array(z.union([z.number(), z.string().max(500)]))
    .max(1000)
    .optional(),
})
export type AggregateRequest = z.output<typeof AggregateRequest>

/** One constraint of a search by its name, and the values that are to be counted for it. */
export const MetaConstraint = z.object({
  constraint: z.record(z.string(), z.unknown()).default({}),
  /** Values that could be added to the constraint. */
  aggregate: AggregateRequest.optional(),
  /** Values that it has. */
  unconstrainedAggregate: AggregateRequest.optional(),
})
export type MetaConstraint = z.output<typeof MetaConstraint>

/** A search given by its constraints. @source wire facts "Aggregates" */
export const MetaQuery = z.object({ '$meta-query': z.record(z.string().max(200), MetaConstraint) })
export type MetaQuery = z.output<typeof MetaQuery>

/**
 * Counts by the name of the constraint: `count` of the hits with a value under the whole search, `total` of
 * those there would be without the constraint itself. Several resources: by resource, then by name.
 */
export const AggregatesAnswer = z.object({
  state: z.string().optional(),
  response: z.object({
    total: z.number(),
    aggregates: z.union([
      z.record(z.string(), z.array(FacetValue)),
      z.record(z.string(), z.record(z.string(), z.array(FacetValue))),
    ]),
  }),
})
export type AggregatesAnswer = z.output<typeof AggregatesAnswer>

export const findAggregates = defineCall({
  name: 'findAggregates',
  method: 'POST',
  as: 'GET',
  path: '/rest/{path}/aggs',
  pathKind: 'aggs',
  access: 'entity/view',
  summary: 'Count values for each constraint of a search, with and without the constraint itself',
  source: 'data-layer §7 Aggregates; wire facts "Aggregates"',
  input: z.object({
    path: z.string(),
    /** Of one resource of several: `query_{resource}`. */
    query: jsonOr(MetaQuery).optional(),
    fulltext: z.string().max(1000).optional(),
    fulltextMode: z.enum(['should', 'must']).optional(),
    /** Echoed byte for byte. */
    state: z.string().max(100_000).optional(),
  }),
  answers: AggregatesAnswer,
  errors: [
    'query_syntax',
    'query_too_large',
    'query_too_slow',
    'searches_waiting',
    'unknown_field',
    'unknown_resource',
    'invalid_parameter',
  ],
})
