import { z } from 'zod'

/**
 * Something changed that a screen may be showing. An event says where to look, and never more than who
 * receives it may see.
 * - `cart`: a cart that the person is in; `modified` as the cart has it.
 * - `lightTable`: places on the light table of a cart that the person is in; `revision` as it has it.
 * - `notifications`: the person's own; how many are unread.
 * - `archive`: a download that was asked for is ready, or failed.
 * - `search`: a saved search that the person owns or subscribes to.
 * - `marks`: ratings, labels and picks of entities of a resource; `ids` where it is the person's own doing,
 * unless there are many.
 * - `import`: an import that the person may see, or its items: what was uploaded, inspected, changed, locked.
 * - `comments`: those of an entity.
 * - `picture`: another picture stands for an entity.
 * - `livePhoto`: the other file of a Live Photo came or went.
 * - `todo`: what waits for the person, or what they submitted.
 * @source decisions 0062, 0161, 0207, 0209, 0210, 0218, 0238 and 0256
 */
export const LiveEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('cart'), id: z.number(), modified: z.string() }),
  z.object({ kind: z.literal('lightTable'), id: z.number(), revision: z.number() }),
  z.object({ kind: z.literal('notifications'), unreadCount: z.number() }),
  z.object({ kind: z.literal('archive'), uuid: z.string() }),
  z.object({ kind: z.literal('search'), id: z.number() }),
  z.object({ kind: z.literal('import'), id: z.number() }),
  z.object({ kind: z.literal('comments'), resource: z.string(), id: z.number() }),
  z.object({ kind: z.literal('picture'), resource: z.string(), id: z.number() }),
  z.object({ kind: z.literal('livePhoto'), resource: z.string(), id: z.number() }),
  z.object({ kind: z.literal('todo') }),
  z.object({ kind: z.literal('marks'), resource: z.string(), ids: z.array(z.number()).optional() }),
])
export type LiveEvent = z.output<typeof LiveEvent>
