import type { Asset } from '@cartouche/contract'
import { visitorsOf } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { AssetComments } from '../../components/comments/asset-comments.tsx'
import { VisitorForm } from './visitor-form.tsx'
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
        <Group gap={10} className={classes.commentsAs}>
          <Text fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            <FormattedMessage id="visit.who.as" values={{ name: known.name }} />
          </Text>
          <Button
            size="compact-xs"
            variant="subtle"
            px={4}
            ml={-4}
            color="gray"
            onClick={() => visitors.forget(shareId)}
          >
            <FormattedMessage id="visit.who.change" />
          </Button>
        </Group>
      )}
    </aside>
  )
}
