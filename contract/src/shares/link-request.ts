import { z } from 'zod'

/** Somebody who waits for another link in the place of one that ended. Nobody has checked who it is. */
export const LinkRequest = z.object({
  name: z.string(),
  email: z.string(),
  message: z.string(),
  at: z.string(),
})
export type LinkRequest = z.output<typeof LinkRequest>
