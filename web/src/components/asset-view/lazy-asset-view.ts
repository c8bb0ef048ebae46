import { lazy } from 'react'
import { loadPart } from '../../connection/load-part.ts'

/** Loads the view of one asset. */
export const loadAssetView = () => loadPart(() => import('./asset-view.tsx'))

/** The view of one asset, loaded when it is first shown. */
export const AssetView = lazy(async () => ({ default: (await loadAssetView()).AssetView }))
