import { maxReviewText, type Asset } from '@cartouche/client'
import { Alert, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'

interface DecisionDialogProps {
  readonly verdict: 'approve' | 'reject'
  readonly assets: readonly Pick<Asset, 'id' | 'name'>[]
  /** Decides. The dialog stays open where it resolves to `false`, or throws, which is shown. */
  readonly work: (words: string) => Promise<boolean | void>
  readonly onClose: () => void
}

/** Asks for the words that go with a decision, for the person who submitted the assets. */
export function DecisionDialog({ verdict, assets, work, onClose }: DecisionDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const [words, setWords] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isComplete = words.trim() !== ''
  const decide = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (!isComplete || busy) return
    setBusy(true)
    setFailure(null)
    try {
      if ((await work(words.trim())) === false) setBusy(false)
      else onClose()
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
          id={`review.${verdict}.title`}
          values={{ count: assets.length, name: assets[0]?.name ?? '' }}
        />
      }
    >
      <form onSubmit={(event) => void decide(event)}>
        <Stack gap="md">
          <Textarea
            label={<FormattedMessage id={verdict === 'reject' ? 'review.reason' : 'review.remark'} />}
            description={verdict === 'reject' && <FormattedMessage id="review.reason.hint" />}
            required
            data-autofocus
            autosize
            minRows={3}
            maxRows={10}
            maxLength={maxReviewText}
            value={words}
            onChange={({ currentTarget }) => setWords(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void decide(event)
            }}
          />
          {failure !== null && (
            <Alert color="red" role="alert">
              <Text fz="sm">{errorText(intl, failure)}</Text>
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={!isComplete}>
            <FormattedMessage id={`todo.${verdict}`} />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
