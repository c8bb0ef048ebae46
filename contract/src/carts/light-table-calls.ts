import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { flag, id, int } from '../parameters.ts'
import { LightTableItem, PlacedOnTable, placesBodyBytes, PlacesInput } from './light-table.ts'

export const getLightTable = defineCall({
  name: 'getLightTable',
  method: 'GET',
  path: '/wedia/cart/lightTable/{id}',
  access: 'cart/view',
  summary: 'The light table of a cart: its items in order, with the places that people gave them',
  source: 'decision 0238',
  input: z.object({
    id,
    /** Only items whose places changed after this revision. */
    since: int.min(0).optional(),
  }),
  /** `revision`: rises with every change of places; items that the user sees. */
  answers: z.object({ revision: z.number(), items: z.array(LightTableItem) }),
  errors: ['cart_not_found'],
})

export const arrangeLightTable = defineCall({
  name: 'arrangeLightTable',
  method: 'POST',
  path: '/wedia/cart/lightTable/{id}',
  access: 'cart/update',
  maxBodyBytes: placesBodyBytes,
  summary: 'Place items on the light table of a cart; neither its order nor its version changes',
  source: 'decision 0238',
  input: z.object({
    id,
    items: PlacesInput,
    /** `true`: only items without a place get theirs; those that somebody has placed stay there. */
    onlyUnplaced: flag.optional(),
  }),
  /** Those that were placed. What the cart does not hold, or the user does not see, is passed over. */
  answers: z.object({ revision: z.number(), items: z.array(PlacedOnTable) }),
  errors: ['cart_not_found', 'access_denied'],
})
