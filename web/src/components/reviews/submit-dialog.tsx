import { maxReviewed, maxReviewers, maxReviewText, reviewsOf, type Asset } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Modal, SegmentedControl, Stack, Text, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { DayInput } from '../day-input/day-input.tsx'
import { endOfDay } from '../day-input/days.ts'
import { DialogButtons } from '../dialog-buttons/dialog-buttons.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { ReviewerPicker, type Reviewer } from './reviewer-picker.tsx'

interface SubmitDialogProps {
  readonly assets: readonly Pick<Asset, 'id' | 'name'>[]
  readonly onClose: () => void
}

/** Submits assets: to whoever may publish them, or to named people until a day. */
export function SubmitDialog({ assets, onClose }: SubmitDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const ids = assets.map(({ id }) => id)
  const [reviewers, setReviewers] = useState<readonly Reviewer[]>([])
  const [needsAll, setNeedsAll] = useState(false)
  const [day, setDay] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const isTooMany = ids.length > maxReviewed
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    setFailure(null)
    try {
      await reviewsOf(client).submit(ids, {
        reviewers: reviewers.map(({ id }) => id),
        needsAll: needsAll && reviewers.length > 1,
        note,
        ...(day === null ? {} : { due: endOfDay(day) }),
      })
      await client.cursors.refresh('browse').catch(() => undefined)
      notifications.show({
        color: 'green',
        message: intl.formatMessage({ id: 'review.submitted' }, { count: ids.length }),
      })
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
          id="review.submit.title"
          values={{ count: ids.length, name: assets[0]?.name ?? '' }}
        />
      }
    >
      <form onSubmit={(event) => void submit(event)}>
        <Stack gap="md">
          <ReviewerPicker
            assets={ids.slice(0, maxReviewed)}
            value={reviewers}
            max={maxReviewers}
            onChange={setReviewers}
          />
          {reviewers.length > 1 && (
            <SegmentedControl
              aria-label={intl.formatMessage({ id: 'review.who' })}
              value={needsAll ? 'all' : 'any'}
              onChange={(value) => setNeedsAll(value === 'all')}
              data={[
                { value: 'any', label: intl.formatMessage({ id: 'review.any' }) },
                { value: 'all', label: intl.formatMessage({ id: 'review.all' }) },
              ]}
            />
          )}
          <DayInput
            label={<FormattedMessage id="review.due" />}
            placeholder={intl.formatMessage({ id: 'review.due.none' })}
            value={day}
            onChange={setDay}
            clearLabel={intl.formatMessage({ id: 'review.due.clear' })}
          />
          <Textarea
            label={<FormattedMessage id="review.note" />}
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxReviewText}
            value={note}
            onChange={({ currentTarget }) => setNote(currentTarget.value)}
          />
          {(failure !== null || isTooMany) && (
            <Alert color="red" role="alert">
              <Text fz="sm">
                {isTooMany
                  ? intl.formatMessage({ id: 'review.tooMany' }, { max: maxReviewed })
                  : errorText(intl, failure)}
              </Text>
            </Alert>
          )}
          <DialogButtons onClose={onClose} busy={busy} disabled={isTooMany}>
            <FormattedMessage id="workflow.submit" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
