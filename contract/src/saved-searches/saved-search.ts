import { z } from 'zod'

/** A person as a saved search names them. */
const Person = z.object({ id: z.number(), name: z.string() })

/**
 * A search that a person keeps and may share. `data` is the state of the search as the client that saved it
 * wrote it; `type` says what it finds. Its owner sees every subscriber, a subscriber themself alone.
 * `isPrivatelyShared`: a subscriber other than the owner exists.
 * @source portal §3 Saved search; wire facts "Saved searches"; decision 0060
 */
export const SavedSearch = z.object({
  id: z.number(),
  name: z.string(),
  description: z.string(),
  type: z.string(),
  owner: Person,
  subscribers: z.array(Person),
  created: z.string(),
  modified: z.string(),
  version: z.number(),
  isMine: z.boolean(),
  isPrivate: z.boolean(),
  isPrivatelyShared: z.boolean(),
  data: z.looseObject({}),
})
export type SavedSearch = z.output<typeof SavedSearch>
