import { z } from 'zod'
import { defineCall } from '../define-call.ts'

/** What an entity asks of a field of assets: all of its constraints hold. */
const PhraseConstraint = z.object({
  field: z.string(),
  operator: z.enum(['in', 'dof', 'gt', 'gte', 'lt', 'lte']),
  values: z.array(z.union([z.string(), z.number()])),
})

/**
 * A part of a phrase that was understood. `entity` is the part as it was written, from `startIndex` to
 * `endIndex`, both inclusive. `type`: the name of a field, whose values are names of values of the library;
 * `assetnature` with names of natures; `age.baby` with `age.baby`, `age.children`, `age.adults` or
 * `age.senior`; `duration` with `videoDuration.small`, `.medium` or `.big`, or a range of seconds
 * `{min, max}`; `builtin.datetimeV2.daterange` with a range of dates `{start, end}` (days, both inclusive).
 * Without `constraints` its words are for the full text.
 * @source wire facts "Phrases"
 */
export const PhraseEntity = z.object({
  entity: z.string(),
  type: z.string(),
  startIndex: z.number(),
  endIndex: z.number(),
  resolution: z.object({
    values: z.array(
      z.union([
        z.string(),
        z.object({ min: z.number().optional(), max: z.number().optional() }).strict(),
        z.object({ start: z.string().optional(), end: z.string().optional() }),
      ]),
    ),
  }),
  constraints: z.array(PhraseConstraint),
})
export type PhraseEntity = z.output<typeof PhraseEntity>

export const analyzePhrase = defineCall({
  name: 'analyzePhrase',
  method: 'GET',
  path: '/luis/analyze',
  access: 'asset/view',
  summary:
    'What a phrase in English or French asks for: nature, age, duration, dates, values of the library; `fulltext` has the words that are left',
  source: 'portal §7 Other, §9',
  input: z.object({ phrase: z.string().max(1000) }),
  /** `intent`: `search` where something was understood, else `none`; `score`: how much of it, 0 to 1. */
  answers: z.object({
    query: z.string(),
    topScoringIntent: z.object({ intent: z.enum(['search', 'none']), score: z.number() }),
    entities: z.array(PhraseEntity),
    fulltext: z.string(),
  }),
  errors: ['access_denied', 'sign_in_needed'],
})
