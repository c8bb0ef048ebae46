import type { Asset } from '@cartouche/contract'
import { visitorsOf } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { useState } from 'react'
import { AssetComments } from '../../components/comments/asset-comments.tsx'
import { VisitorForm } from './visitor-form.tsx'
import { VisitorLine } from './visitor-line.tsx'
import classes from './share.module.css'

/** The comments of this share on an asset; a visitor is asked once who they are. */
export function SharedComments({ shareId, asset }: { readonly shareId: string; readonly asset: Asset }) {
  const visitors = visitorsOf(useClient())
  const known = useKey(visitors, shareId)
  const [isNew, setNew] = useState(false)
  return (
    <aside className={classes.comments}>
      <AssetComments
        asset={asset}
        takesFocus={isNew}
        before={
          known === null && <VisitorForm shareId={shareId} about="visit.who" onKnown={() => setNew(true)} />
        }
      />
      {known !== null && (
        <VisitorLine
          label="visit.who.as"
          name={known.name}
          onChange={() => visitors.forget(shareId)}
          className={classes.commentsAs}
        />
      )}
    </aside>
  )
}
