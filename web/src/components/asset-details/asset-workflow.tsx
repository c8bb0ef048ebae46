import type { Asset } from '@cartouche/contract'
import { workflowsOf } from '@cartouche/client'
import { useClient, useConfig } from '@cartouche/react'
import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { StatusBadge } from '../asset-text/status-badge.tsx'
import { AssetUses } from '../asset-uses/asset-uses.tsx'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { useRestore } from '../trash/use-restore.ts'
import { offerUndo } from '../undo/offer-undo.tsx'
import { errorText, textOr } from '../../translations/error-text.ts'
import classes from './asset-details.module.css'

const assetPath = 'dam/data/asset'
/** What leads on is offered first and in colour. */
const primary = new Set(['publish', 'submit', 'restore'])

/** The status of an asset with the actions that this person may take, and its deletion. */
export function AssetWorkflow({
  asset,
  onDeleted,
}: {
  readonly asset: Asset
  readonly onDeleted?: (() => void) | undefined
}) {
  const intl = useIntl()
  const client = useClient()
  const { entities } = client
  const [busy, setBusy] = useState<string | null>(null)
  const [asking, dialog] = useDisclosure(false)
  const trashDays = useConfig().data?.limits.trashDays ?? 0
  const restore = useRestore()
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
  const remove = async (): Promise<void> => {
    await entities.delete(assetPath, asset.id)
    const text = intl.formatMessage(
      { id: trashDays > 0 ? 'asset.trashed' : 'asset.deleted' },
      { name: asset.name },
    )
    if (trashDays > 0)
      offerUndo(text, () => {
        restore({ resource: 'asset', ...asset }).catch((error: unknown) =>
          notifications.show({ color: 'red', message: errorText(intl, error) }),
        )
      })
    else notifications.show({ color: 'green', message: text })
    onDeleted?.()
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
              onClick={() => void run(action, () => workflowsOf(client).take(assetPath, [asset.id], action))}
            >
              {textOr(intl, `workflow.${action}`, action)}
            </Button>
          ))}
        {asset.$rights?.delete && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} stroke={1.7} aria-hidden />}
            onClick={dialog.open}
          >
            <FormattedMessage id="asset.delete" />
          </Button>
        )}
      </Group>
      {asking && (
        <ConfirmDialog
          title={<FormattedMessage id="asset.delete.title" values={{ name: asset.name }} />}
          confirm={<FormattedMessage id="asset.delete" />}
          isGrave
          work={remove}
          onClose={dialog.close}
        >
          <FormattedMessage
            id={trashDays > 0 ? 'asset.delete.toTrash' : 'asset.delete.text'}
            values={{ days: trashDays }}
          />
          <AssetUses ids={[asset.id]} />
        </ConfirmDialog>
      )}
    </section>
  )
}
