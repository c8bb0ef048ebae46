import { tracksOf, type MediaTrack } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { ConfirmDialog } from '../confirm-dialog/confirm-dialog.tsx'
import { trackName } from './track-name.ts'

interface DeleteTrackDialogProps {
  readonly assetId: number
  readonly track: MediaTrack
  readonly onClose: () => void
}

/** Names the track and where it is missed, then deletes it. */
export function DeleteTrackDialog({ assetId, track, onClose }: DeleteTrackDialogProps) {
  const intl = useIntl()
  const tracks = tracksOf(useClient())
  const name = trackName(intl, track)
  return (
    <ConfirmDialog
      title={<FormattedMessage id="trackDialog.delete.title" values={{ name }} />}
      confirm={<FormattedMessage id="trackDialog.delete.confirm" />}
      isGrave
      work={async () => {
        await tracks.remove('asset', assetId, track.id)
        notifications.show({ message: intl.formatMessage({ id: 'trackDialog.deleted' }, { name }) })
      }}
      onClose={onClose}
    >
      <FormattedMessage id="trackDialog.delete.text" />
    </ConfirmDialog>
  )
}
