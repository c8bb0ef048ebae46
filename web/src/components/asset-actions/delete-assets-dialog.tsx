import { maxAssetsOfUses, type Asset } from '@cartouche/client'
import { useClient, useConfig } from '@cartouche/react'
import { Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import { refreshAssetLists } from '../../address/refresh-asset-lists.ts'
import { AssetUses } from '../asset-uses/asset-uses.tsx'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { useRestore } from '../trash/use-restore.ts'
import { offerUndo } from '../undo/offer-undo.tsx'

interface DeleteAssetsDialogProps {
  readonly assets: readonly Asset[]
  readonly onDeleted?: (() => void) | undefined
  readonly onClose: () => void
}

/**
 * Deletes assets, after it has named them: one after the other, so that closing it stops what is not done.
 * What is in the trash comes back by Undo.
 */
export function DeleteAssetsDialog({ assets, onDeleted, onClose }: DeleteAssetsDialogProps) {
  const intl = useIntl()
  const client = useClient()
  const trashDays = useConfig().data?.limits.trashDays ?? 0
  const restore = useRestore()
  const [done, setDone] = useState<number | null>(null)
  const stopped = useRef(false)
  useEffect(() => {
    stopped.current = false
    return () => {
      stopped.current = true
    }
  }, [])
  const [one] = assets
  const count = assets.length
  const announce = (deleted: readonly Asset[]): void => {
    if (deleted.length === 0) return
    const text = intl.formatMessage(
      { id: trashDays > 0 ? 'asset.trashed' : 'asset.deleted' },
      {
        name:
          deleted.length === 1
            ? deleted[0]?.name
            : intl.formatMessage({ id: 'assetActions.assets' }, { count: deleted.length }),
        count: deleted.length,
      },
    )
    if (trashDays > 0)
      offerUndo(text, () => void restore(deleted.map(({ id, name }) => ({ resource: 'asset', id, name }))))
    else notifications.show({ color: 'green', message: text })
  }
  const remove = async (): Promise<void> => {
    const deleted: Asset[] = []
    const failures: unknown[] = []
    setDone(0)
    for (const asset of assets) {
      if (stopped.current) break
      await client.entities.delete(assetPath, asset.id).then(
        () => deleted.push(asset),
        (error: unknown) => failures.push(error),
      )
      setDone(deleted.length + failures.length)
    }
    setDone(null)
    announce(deleted)
    if (deleted.length > 0) {
      onDeleted?.()
      await refreshAssetLists(client)
    }
    if (failures.length > 0 && count === 1) throw failures[0]
    if (failures.length > 0)
      notifications.show({
        color: 'red',
        autoClose: false,
        title: intl.formatMessage({ id: 'assetActions.delete.failed' }, { count: failures.length }),
        message: [...new Set(failures.map((error) => errorText(intl, error)))].join(' '),
      })
  }
  return (
    <ConfirmDialog
      title={
        one && count === 1 ? (
          <FormattedMessage id="asset.delete.title" values={{ name: one.name }} />
        ) : (
          <FormattedMessage id="assetActions.delete.title" values={{ count }} />
        )
      }
      confirm={<FormattedMessage id="asset.delete" />}
      isGrave
      work={remove}
      onClose={onClose}
    >
      <FormattedMessage
        id={trashDays > 0 ? 'asset.delete.toTrash' : 'asset.delete.text'}
        values={{ days: trashDays, count }}
      />
      {count <= maxAssetsOfUses && <AssetUses ids={assets.map(({ id }) => id)} />}
      {done !== null && count > 1 && (
        <>
          <Progress
            mt="sm"
            value={(100 * done) / count}
            aria-label={intl.formatMessage({ id: 'editMany.progress' })}
          />
          <Text fz="sm" c="dimmed" mt={4}>
            <FormattedMessage id="assetActions.delete.running" values={{ done, total: count }} />
          </Text>
        </>
      )}
    </ConfirmDialog>
  )
}
