import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** What {@link DialogButtons} shows. */
interface DialogButtonsProps {
  readonly onClose: () => void
  /** Whether what was sent is on its way. */
  readonly busy: boolean
  readonly disabled?: boolean
  /** The focus begins on Cancel: for a dialog that comes by itself, while somebody types. */
  readonly focusesCancel?: boolean
  /** What sending is called. */
  readonly children: ReactNode
}

/** The last line of a form in a dialog: leave it, or send it. */
export function DialogButtons({
  onClose,
  busy,
  disabled = false,
  focusesCancel = false,
  children,
}: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" data-autofocus={focusesCancel || undefined} onClick={onClose}>
        <FormattedMessage id="action.cancel" />
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {children}
      </Button>
    </Group>
  )
}
