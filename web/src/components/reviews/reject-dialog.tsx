import { maxReviewText, reviewsOf, type Asset } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { useTakeAction } from '../asset-actions/use-take-action.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'

interface RejectDialogProps {
  readonly assets: readonly Pick<Asset, 'id' | 'name'>[]
  /** How it is rejected; as a workflow action by default. */
  readonly work?: (reason: string) => Promise<unknown>
  readonly onClose: () => void
}

/** Asks why assets are rejected: who submitted them reads it. */
export function RejectDialog({ assets, work, onClose }: RejectDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const take = useTakeAction()
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const reject = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (reason.trim() === '' || busy) return
    setBusy(true)
    setFailure(null)
    try {
      if (work) await work(reason.trim())
      else {
        await take(
          'reject',
          assets.map(({ id }) => id),
          reason.trim(),
        )
        await reviewsOf(client)
          .refresh()
          .catch(() => undefined)
      }
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
      title={
        <FormattedMessage
          id="review.reject.title"
          values={{ count: assets.length, name: assets[0]?.name ?? '' }}
        />
      }
    >
      <form onSubmit={(event) => void reject(event)}>
        <Stack gap="md">
          <Textarea
            label={<FormattedMessage id="review.reason" />}
            description={<FormattedMessage id="review.reason.hint" />}
            required
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={maxReviewText}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void reject(event)
            }}
          />
          {failure !== null && (
            <Alert color="red" role="alert">
              <Text fz="sm">{errorText(intl, failure)}</Text>
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={reason.trim() === ''}>
            <FormattedMessage id="workflow.reject" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
