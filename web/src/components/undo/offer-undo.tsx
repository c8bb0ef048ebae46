import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'

/** How long what was done can be undone with one click, ms. */
const undoMs = 12_000

/** Says what was done, and offers to undo it with one click. */
export function offerUndo(text: ReactNode, undo: () => void): void {
  const id = `undo-${Date.now()}`
  notifications.show({
    id,
    autoClose: undoMs,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <Text fz="sm" style={{ overflowWrap: 'anywhere' }} lineClamp={3}>
          {text}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
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
}
