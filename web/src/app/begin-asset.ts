import { entityKey } from '@cartouche/client'
import { assetPath } from '../address/browse-cursor.ts'
import { loadAssetView } from '../components/asset-view/lazy-asset-view.ts'
import { client } from '../connection/client.ts'

/**
 * Begins to load what an address of an asset shows, its view and its record, beside the page that it stands
 * in. What fails here fails again, and is said, where it is shown.
 */
export function beginAsset(id: string): void {
  loadAssetView().catch(() => undefined)
  const { entities } = client
  if (/^\d+$/.test(id) && entities.get(entityKey(assetPath, Number(id))).status !== 'loaded')
    void entities.fetch(assetPath, Number(id))
}
