import { versionsOf, type Asset, type AssetVersion } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { CompareDialog } from './compare-dialog.tsx'
import { useVersionChange } from './use-version-change.ts'
import { VersionRow } from './version-row.tsx'
import classes from './asset-versions.module.css'

interface VersionsDialogProps {
  readonly asset: Asset
  /** The latest first. */
  readonly versions: readonly AssetVersion[]
  readonly onClose: () => void
}

/** All versions of an asset's file: compared, downloaded, restored, deleted. */
export function VersionsDialog({ asset, versions, onClose }: VersionsDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const store = versionsOf(useClient())
  const announce = useVersionChange(asset)
  const [busy, setBusy] = useState<number | null>(null)
  const [compared, setCompared] = useState<number | null>(null)
  const [deleted, setDeleted] = useState<AssetVersion | null>(null)
  const current = versions.find(({ isCurrent }) => isCurrent)
  const first = versions.find(({ isCurrent }) => !isCurrent) ?? current
  const restore = async ({ number }: AssetVersion): Promise<void> => {
    setBusy(number)
    try {
      const after = await store.restore('asset', asset.id, number, {
        ...(current && { basedOn: current.number }),
      })
      announce('version.restored', after, current)
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    } finally {
      setBusy(null)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      // Of two that lie over each other, Esc closes the upper one.
      closeOnEscape={compared === null && deleted === null}
      size="lg"
      title={<FormattedMessage id="version.list.title" values={{ name: asset.name }} />}
    >
      <ul className={classes.list}>
        {versions.map((version) => (
          <VersionRow
            key={version.number}
            assetId={asset.id}
            version={version}
            mayDownload={asset.$rights?.download ?? false}
            mayDelete={asset.$rights?.delete ?? false}
            isBusy={busy === version.number}
            takesFocus={version === first}
            onCompare={
              current && current !== version && isPicture(current) && isPicture(version)
                ? () => setCompared(version.number)
                : undefined
            }
            onRestore={version.isCurrent ? undefined : () => void restore(version)}
            onDelete={() => setDeleted(version)}
          />
        ))}
      </ul>
      {compared !== null && current && (
        <CompareDialog
          assetId={asset.id}
          versions={versions.filter(isPicture)}
          first={compared}
          second={current.number}
          onClose={() => setCompared(null)}
        />
      )}
      {deleted && (
        <ConfirmDialog
          title={<FormattedMessage id="version.delete.title" values={{ number: deleted.number }} />}
          confirm={<FormattedMessage id="version.delete" />}
          isGrave
          work={() => store.remove('asset', asset.id, deleted.number)}
          onClose={() => setDeleted(null)}
        >
          <FormattedMessage id="version.delete.text" values={{ name: deleted.fileName }} />
        </ConfirmDialog>
      )}
    </Modal>
  )
}

const isPicture = ({ nature }: AssetVersion): boolean => nature === 'IMAGE'
