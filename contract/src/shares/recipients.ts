import { z } from 'zod'
import { parseJson } from '../parse-json.ts'
import { id } from '../parameters.ts'

/** Whom a link is sent to at most, by one call. */
const maxRecipients = 100

const One = z.union(
  [
    id.transform((user) => ({ user })),
    z
      .email()
      .max(254)
      .transform((email) => ({ email: email.toLowerCase() })),
    z.looseObject({ id }).transform((user) => ({ user: user.id })),
    z.looseObject({ email: z.email().max(254) }).transform(({ email }) => ({ email: email.toLowerCase() })),
  ],
  'the number of a user or an e-mail address is expected',
)

/**
 * People by their ids as users, and e-mail addresses: a list, one alone, JSON text, or a text with commas
 * between. Each once, at most 100.
 */
export const Recipients = z
  .preprocess(split, z.array(One).max(maxRecipients, `${maxRecipients} people at once are the most`))
  .transform((list) => ({
    users: [...new Set(list.flatMap((one) => ('user' in one ? [one.user] : [])))],
    emails: [...new Set(list.flatMap((one) => ('email' in one ? [one.email] : [])))],
  }))
export type Recipients = z.output<typeof Recipients>

function split(value: unknown): unknown {
  if (typeof value !== 'string') return Array.isArray(value) ? value : [value]
  const text = value.trim()
  if (!text.startsWith('[')) return text.split(/[\s,;]+/).filter((part) => part !== '')
  try {
    return parseJson(text)
  } catch {
    return value
  }
}
