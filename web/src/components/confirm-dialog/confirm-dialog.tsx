import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'

interface ConfirmDialogProps {
  /** Names what it is about. */
  readonly title: ReactNode
  readonly children: ReactNode
  /** What is done, on the button that does it; null: it cannot be done, and the text says why. */
  readonly confirm: ReactNode
  /** Something is lost: the safe answer has the focus. */
  readonly isGrave?: boolean
  /** Missing: something is still to be said before. */
  readonly work?: (() => Promise<unknown>) | undefined
  readonly onClose: () => void
}

/** Says what will happen, and does it; a failure is shown where it was asked for. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  isGrave = false,
  work,
  onClose,
}: ConfirmDialogProps) {
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
        <div>{children}</div>
        {failure !== null && (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus={isGrave || undefined} onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          {confirm !== null && (
            <Button
              {...(isGrave ? { color: 'red' } : { 'data-autofocus': work ? true : undefined })}
              disabled={work === undefined}
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
