import type { ImportItem } from '@cartouche/contract'
import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { useReturnFocus } from '../../components/return-focus/use-return-focus.ts'

const namesShown = 6

export interface RemoveItemsDialogProps {
  readonly items: readonly ImportItem[]
  readonly onClose: () => void
  readonly onRemove: () => void
}

/** Names the files that leave an import, before they do. */
export function RemoveItemsDialog({ items, onClose, onRemove }: RemoveItemsDialogProps) {
  useReturnFocus()
  const names = [
    ...items.slice(0, namesShown).map(({ filename }) => filename),
    ...(items.length > namesShown ? ['…'] : []),
  ]
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="import.remove.title" values={{ count: items.length }} />}
    >
      <Stack gap="md">
        <Text fw={550} style={{ overflowWrap: 'anywhere' }}>
          {names.join(', ')}
        </Text>
        <Text>
          <FormattedMessage id="import.remove.text" values={{ count: items.length }} />
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" data-autofocus onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button color="red" onClick={onRemove}>
            <FormattedMessage id="import.panel.remove" values={{ count: items.length }} />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
