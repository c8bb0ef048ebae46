import { z } from 'zod'

/** The name that a visitor gives: one line, which no sign turns round. */
export const visitorName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(
    (value) => !/[\p{Cc}\u202A-\u202E\u2066-\u2069]/u.test(value),
    'it holds a character that no name has',
  )
