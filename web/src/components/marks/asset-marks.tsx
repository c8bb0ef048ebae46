import type { Asset } from '@cartouche/contract'
import { useMarks } from '@cartouche/react'
import { assetPath } from '../../address/browse-cursor.ts'
import { MarkButtons } from './mark-buttons.tsx'
import { useMarkAssets } from './use-mark-assets.ts'
import classes from './marks.module.css'

/** The marks of an asset beside it. */
export function AssetMarks({ asset }: { readonly asset: Asset }) {
  const marks = useMarks(assetPath, asset.id)
  const mark = useMarkAssets()
  return (
    <section className={classes.section}>
      <MarkButtons marks={marks} onMark={(change) => mark([asset], change)} />
    </section>
  )
}
