import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** What {@link DialogButtons} shows. */
interface DialogButtonsProps {
  readonly onClose: () => void
  /** Whether what was sent is on its way. */
  readonly busy: boolean
  readonly disabled?: boolean
  /** What sending is called. */
  readonly children: ReactNode
}

/** The last line of a form in a dialog: leave it, or send it. */
export function DialogButtons({ onClose, busy, disabled = false, children }: DialogButtonsProps) {
  return (
    <Group justify="flex-end" gap="sm">
      <Button variant="default" onClick={onClose}>
        <FormattedMessage id="action.cancel" />
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {children}
      </Button>
    </Group>
  )
}
