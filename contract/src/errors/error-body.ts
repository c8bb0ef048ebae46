import { z } from 'zod'

/** The body of a failed answer: `error` is `status/sub`, `code` the row of the error table. */
export const ErrorBody = z.object({
  error: z.string(),
  message: z.string(),
  code: z.string().optional(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  requestId: z.string().optional(),
})
export type ErrorBody = z.output<typeof ErrorBody>
