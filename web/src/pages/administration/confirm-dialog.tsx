import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'
import { ActFailure } from './act-failure.tsx'

interface ConfirmDialogProps {
  /** Names what it hits. */
  readonly title: ReactNode
  readonly children: ReactNode
  /** What is done, on the button that does it. */
  readonly label: ReactNode
  readonly busy: boolean
  readonly failure: unknown
  readonly disabled?: boolean
  readonly onConfirm: () => void
  readonly onClose: () => void
}

/** Asks before something is done that cannot be undone; what is safe has the focus. */
export function ConfirmDialog({
  title,
  children,
  label,
  busy,
  failure,
  disabled = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {children}
        <ActFailure failure={failure} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button color="red" loading={busy} disabled={disabled} onClick={onConfirm}>
            <Text span inherit truncate>
              {label}
            </Text>
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
