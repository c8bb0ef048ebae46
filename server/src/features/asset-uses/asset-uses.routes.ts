import type { Routes } from '../../access/handler.ts'
import { getAssetUses } from './get-asset-uses.ts'

/** What would be missed before assets are deleted. @source decision 0198 */
export const assetUseRoutes: Routes<'getAssetUses'> = { getAssetUses }
