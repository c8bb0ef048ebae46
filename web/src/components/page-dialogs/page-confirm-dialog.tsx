import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useIntl, FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { errorText } from '../../translations/error-text.ts'

/** What {@link PageConfirmDialog} asks. */
interface PageConfirmDialogProps {
  readonly title: ReactNode
  readonly text: ReactNode
  readonly confirm: ReactNode
  /** Something is lost: the safe answer has the focus. */
  readonly isGrave?: boolean
  /** Missing: it cannot be done, and the text says why. */
  readonly work?: (() => Promise<unknown>) | undefined
  readonly onClose: () => void
}

/** Says what will happen to a page, or to something on it, and does it. */
export function PageConfirmDialog({
  title,
  text,
  confirm,
  isGrave = false,
  work,
  onClose,
}: PageConfirmDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const act = async (): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await work?.()
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
        <Text component="span" inherit lineClamp={3} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
      }
    >
      <Stack gap="md">
        <Text>{text}</Text>
        {failure !== null && (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus={isGrave || undefined} onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          {work && (
            <Button
              {...(isGrave ? { color: 'red.9' } : { 'data-autofocus': true })}
              loading={busy}
              onClick={() => void act()}
            >
              {confirm}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
