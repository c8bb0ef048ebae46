import type { Asset } from '@cartouche/contract'
import { workflowsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { RejectDialog } from '../reviews/reject-dialog.tsx'
import { SubmitDialog } from '../reviews/submit-dialog.tsx'
import { StatusBadge } from '../asset-text/status-badge.tsx'
import { errorText, textOr } from '../../translations/error-text.ts'
import classes from './asset-details.module.css'

const assetPath = 'dam/data/asset'
/** What leads on is offered first and in colour. */
const primary = new Set(['publish', 'submit', 'restore'])

/** The status of an asset with the actions that this person may take. */
export function AssetWorkflow({ asset }: { readonly asset: Asset }) {
  const intl = useIntl()
  const client = useClient()
  const [busy, setBusy] = useState<string | null>(null)
  const [asked, setAsked] = useState<'submit' | 'reject' | null>(null)
  const actions = asset.$rights?.workflow ?? []
  const run = async (name: string, work: () => Promise<void>): Promise<void> => {
    setBusy(name)
    try {
      await work()
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    } finally {
      setBusy(null)
    }
  }
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.status" />
      </h3>
      <Group gap={6}>
        <StatusBadge status={asset.status} />
        {actions
          .toSorted((a, b) => Number(primary.has(b)) - Number(primary.has(a)))
          .map((action) => (
            <Button
              key={action}
              size="compact-sm"
              variant={primary.has(action) ? 'light' : 'subtle'}
              color={primary.has(action) ? 'accent' : 'gray'}
              loading={busy === action}
              disabled={busy !== null && busy !== action}
              onClick={() =>
                action === 'submit' || action === 'reject'
                  ? setAsked(action)
                  : void run(action, () => workflowsOf(client).take(assetPath, [asset.id], action))
              }
            >
              {textOr(intl, `workflow.${action}`, action)}
            </Button>
          ))}
      </Group>
      {asked === 'submit' && <SubmitDialog assets={[asset]} onClose={() => setAsked(null)} />}
      {asked === 'reject' && <RejectDialog assets={[asset]} onClose={() => setAsked(null)} />}
    </section>
  )
}
