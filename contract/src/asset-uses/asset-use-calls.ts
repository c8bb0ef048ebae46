import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { ids } from '../parameters.ts'
import { maxAssetsOfUses } from './most-assets.ts'

/**
 * Where assets are used, by kind: `count` counts every place, also those that the caller may not see;
 * `shown` are the first ten of those that they may see, what changed last first.
 */
const places = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ count: z.number(), shown: z.array(z.object({ name: z.string(), ...shape })) })

export const AssetUses = z.object({
  /** Carts that hold them and have not expired. */
  carts: places({ id: z.number() }),
  /** Active links to such carts. `cart`: the id of the cart. */
  shares: places({ cart: z.number() }),
  /** Pages that show them or link to them, with those that are not published. */
  pages: places({ id: z.number(), isPublished: z.boolean() }),
  /** Active embeds on other sites. `name`: the sites, or empty for any. `asset`: the id of the asset. */
  embeds: places({ asset: z.number() }),
  /** Saved searches that find them, as the caller would find them. */
  searches: places({ id: z.number() }),
})
export type AssetUses = z.output<typeof AssetUses>

export const getAssetUses = defineCall({
  name: 'getAssetUses',
  method: 'GET',
  path: '/wedia/dam/uses',
  access: 'asset/delete',
  summary:
    'Where assets are used, for those who may delete them: carts, shares, pages, embeds and saved searches',
  source: 'decisions 0198 and 0271',
  input: z.object({ ids: ids.pipe(z.array(z.number()).min(1).max(maxAssetsOfUses)) }),
  answers: AssetUses,
  errors: ['entity_not_found', 'access_denied', 'sign_in_needed'],
})
