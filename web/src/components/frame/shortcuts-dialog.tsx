import { Group, Kbd, Modal, Table } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import { keyName } from '../asset-actions/key-name.ts'

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)
const mod = isMac ? '⌘' : 'Ctrl'

const shortcuts: readonly { readonly keys: readonly string[]; readonly text: TextId }[] = [
  { keys: ['/'], text: 'shortcuts.search' },
  { keys: [mod, 'K'], text: 'shortcuts.commands' },
  { keys: ['←', '→', '↑', '↓'], text: 'shortcuts.move' },
  { keys: ['space'], text: 'shortcuts.select' },
  { keys: ['shift', '→'], text: 'shortcuts.range' },
  { keys: [mod, 'A'], text: 'shortcuts.all' },
  { keys: ['enter'], text: 'shortcuts.open' },
  { keys: ['V'], text: 'shortcuts.compare' },
  { keys: ['+', '−', 'Z', 'F'], text: 'shortcuts.zoom' },
  { keys: ['1', '…', '5', '0'], text: 'shortcuts.rating' },
  { keys: ['6', '7', '8', '9'], text: 'shortcuts.label' },
  { keys: ['P', 'X', 'U'], text: 'shortcuts.pick' },
  { keys: [mod, 'Z'], text: 'shortcuts.undo' },
  { keys: ['S'], text: 'shortcuts.share' },
  { keys: ['D'], text: 'shortcuts.download' },
  { keys: ['A'], text: 'shortcuts.cart' },
  { keys: ['E'], text: 'shortcuts.edit' },
  { keys: ['C'], text: 'shortcuts.collections' },
  { keys: ['delete'], text: 'shortcuts.delete' },
  { keys: ['shift', 'F10'], text: 'shortcuts.menu' },
  { keys: ['B'], text: 'shortcuts.bookmark' },
  { keys: ['I'], text: 'shortcuts.details' },
  { keys: ['G'], text: 'shortcuts.poster' },
  { keys: ['escape'], text: 'shortcuts.release' },
  { keys: ['?'], text: 'shortcuts.title' },
]

/** What the keyboard can do, opened with `?` or from the account menu. */
export function ShortcutsDialog({
  opened,
  onClose,
}: {
  readonly opened: boolean
  readonly onClose: () => void
}) {
  const intl = useIntl()
  return (
    <Modal opened={opened} onClose={onClose} title={<FormattedMessage id="shortcuts.title" />}>
      <Table verticalSpacing={6} withRowBorders={false}>
        <Table.Tbody>
          {shortcuts.map(({ keys, text }) => (
            <Table.Tr key={text}>
              <Table.Td>
                <FormattedMessage id={text} />
              </Table.Td>
              <Table.Td>
                <Group gap={4} justify="flex-end" wrap="nowrap">
                  {keys.map((key) => (
                    <Kbd key={key}>{key === mod ? key : keyName(intl, key)}</Kbd>
                  ))}
                </Group>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  )
}
