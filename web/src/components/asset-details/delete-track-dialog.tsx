import { tracksOf, type MediaTrack } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'
import { trackName } from './track-name.ts'

interface DeleteTrackDialogProps {
  readonly assetId: number
  readonly track: MediaTrack
  readonly onClose: () => void
}

/** Names the track and where it is missed, then deletes it. The safe answer has the focus. */
export function DeleteTrackDialog({ assetId, track, onClose }: DeleteTrackDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const tracks = tracksOf(useClient())
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const name = trackName(intl, track)
  const remove = async (): Promise<void> => {
    setBusy(true)
    try {
      await tracks.remove('asset', assetId, track.id)
      notifications.show({ message: intl.formatMessage({ id: 'trackDialog.deleted' }, { name }) })
      onClose()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="trackDialog.delete.title" values={{ name }} />}
    >
      <Stack gap="md">
        <Text>
          <FormattedMessage id="trackDialog.delete.text" />
        </Text>
        {failure !== null && (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button color="red.9" loading={busy} onClick={() => void remove()}>
            <FormattedMessage id="trackDialog.delete.confirm" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
