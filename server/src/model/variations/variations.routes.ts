import type { Routes } from '../../access/handler.ts'
import { getPlayer } from './get-player.ts'
import { getVariation } from './get-variation.ts'
import { listVariations } from './list-variations.ts'

/** The files of assets, and what is made of them. */
export const variationRoutes: Routes<'getVariation' | 'getVariationByPath' | 'listVariations' | 'getPlayer'> =
  { getVariation, getVariationByPath: getVariation, listVariations, getPlayer }
