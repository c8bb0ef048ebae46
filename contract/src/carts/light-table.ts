import { z } from 'zod'
import { id, jsonOr } from '../parameters.ts'
import { lightTableLimits } from './light-table-limits.ts'

const { coordinate, minWidth, maxWidth, layer, maxPlaced } = lightTableLimits
const distance = z.number().min(-coordinate).max(coordinate)

/**
 * Where an item lies on the light table of its cart: its top left corner, x to the right and y downwards, and
 * its width, in units; its height follows from its ratio. Of two that overlap, the one of the higher layer is
 * in front; within a layer, the later one of the cart.
 */
export const LightTablePlace = z.object({
  x: distance,
  y: distance,
  width: z.number().min(minWidth).max(maxWidth),
  layer: z.int().min(-layer).max(layer),
})
export type LightTablePlace = z.output<typeof LightTablePlace>

/** An item and its place; null: nobody has placed it, or its place was taken back. */
export const PlacedOnTable = z.object({ type: z.string(), id: z.number(), place: LightTablePlace.nullable() })
export type PlacedOnTable = z.output<typeof PlacedOnTable>

/**
 * An item of a light table: `ratio` of width to height, by which it is drawn, and what stands for it until
 * its picture is there.
 */
export const LightTableItem = PlacedOnTable.extend({
  name: z.string(),
  ratio: z.number(),
  blurhash: z.string().nullable(),
})
export type LightTableItem = z.output<typeof LightTableItem>

/** Places as they are sent; of an item that is named twice, the last counts. */
export const PlacesInput = jsonOr(
  z.array(z.object({ type: z.string().max(64), id, place: LightTablePlace.nullable() })).max(maxPlaced),
)

/** Room for the places of one call, in bytes. */
export const placesBodyBytes = 4 * 1024 * 1024
