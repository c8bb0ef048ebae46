import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowBackUp } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { isTyping } from '../gallery/is-typing.ts'

/** How long what was done can be undone with one click, ms: as long as WCAG 2.2.1 gives people to answer. */
const undoMs = 20_000

/** Offers that stand, by the id of their notification: when they were made, ms since 1970. */
const offers = new Map<string, number>()

/** When the last offer that still stands was made, ms since 1970; 0 without one. */
export function lastOfferAt(): number {
  return Math.max(0, ...offers.values())
}

/** Withdraws an offer: what was done is undone by other means. */
export function withdrawUndo(id: string): void {
  notifications.hide(id)
}

/**
 * Says what was done, and offers to undo it with one click, or by Ctrl+Z: a dialog that is open keeps the
 * focus from it. Of several offers the keys take the last. Answers the id of the notification.
 */
export function offerUndo(text: ReactNode, undo: () => void): string {
  const id = `undo-${Date.now()}`
  offers.set(id, Date.now())
  const onKey = (event: KeyboardEvent): void => {
    const isUndo = event.key.toLowerCase() === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey
    // A room with an undo of its own, as the editor of pages, comes first.
    if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
    const last = [...document.querySelectorAll<HTMLElement>('[data-undo]')].at(-1)
    if (last?.dataset['undo'] !== id) return
    event.preventDefault()
    last.click()
  }
  window.addEventListener('keydown', onKey)
  notifications.show({
    id,
    autoClose: undoMs,
    onClose: () => {
      offers.delete(id)
      window.removeEventListener('keydown', onKey)
    },
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
          {text}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          leftSection={<IconArrowBackUp size={16} stroke={1.7} aria-hidden />}
          data-undo={id}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          <FormattedMessage id="action.undo" />
        </Button>
      </Group>
    ),
  })
  return id
}
