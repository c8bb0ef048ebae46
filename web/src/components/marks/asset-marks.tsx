import type { Asset } from '@cartouche/contract'
import { useMarks } from '@cartouche/react'
import { assetPath } from '../../address/browse-cursor.ts'
import { useAssetActions, type ActionPlace } from '../asset-actions/action-context.ts'
import { MarkButtons } from './mark-buttons.tsx'
import classes from './marks.module.css'

/** The marks of an asset beside it. */
export function AssetMarks({ asset, place }: { readonly asset: Asset; readonly place: ActionPlace }) {
  const marks = useMarks(assetPath, asset.id)
  const actions = useAssetActions()
  return (
    <section className={classes.section}>
      <MarkButtons marks={marks} onMark={(change) => actions.mark({ assets: [asset], place }, change)} />
    </section>
  )
}
