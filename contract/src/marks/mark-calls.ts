import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { idList } from '../parameters.ts'
import { maxMarked } from './mark-values.ts'
import { MarkChange, Marks } from './marks.ts'

export const setMarks = defineCall({
  name: 'setMarks',
  method: 'POST',
  path: '/rest/marks',
  access: 'signed-in',
  summary: 'Set ratings, colour labels and picks of entities, the own or the shared ones',
  source: 'decision 0207',
  input: z.object({
    resource: z.string().max(64).default('asset'),
    ids: idList.pipe(z.array(z.number()).min(1).max(maxMarked)),
    ...MarkChange.shape,
  }),
  answers: z.object({
    /** In the order of the ids; `before` undoes it. */
    marked: z.array(z.object({ id: z.number(), before: Marks, marks: Marks })),
    /** What was not marked, and why: an error of the table. */
    failed: z.array(z.object({ id: z.number(), code: z.string(), message: z.string() })),
  }),
  errors: ['access_denied', 'sign_in_needed', 'unknown_resource', 'invalid_parameter'],
})
