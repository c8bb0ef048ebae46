import type { EntityData } from '@cartouche/client'
import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { LinkEditor } from '../asset-details/link-editor.tsx'

interface MoveEntryDialogProps {
  readonly path: string
  readonly entry: EntityData
  readonly onMove: (parent: number | null) => void
  readonly onClose: () => void
}

/**
 * Where a node is to stand, picked by name: what dragging does, for trees of many levels and for the
 * keyboard.
 */
export function MoveEntryDialog({ path, entry, onMove, onClose }: MoveEntryDialogProps) {
  useReturnFocus()
  const intl = useIntl()
  const [parent, setParent] = useState<number | null>(null)
  return (
    <Modal
      opened
      onClose={onClose}
      title={<FormattedMessage id="entries.move.title" values={{ name: entry.name ?? entry.id }} />}
    >
      <Stack>
        <LinkEditor
          label={intl.formatMessage({ id: 'entries.move.below' })}
          path={path}
          single
          ids={parent === null ? [] : [parent]}
          known={[]}
          without={[entry.id]}
          onIds={([id]) => setParent(id ?? null)}
          onKeyDown={() => {}}
        />
        <Button variant="default" size="compact-sm" mr="auto" onClick={() => onMove(null)}>
          <FormattedMessage id="entries.move.top" />
        </Button>
        <Group gap="sm" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.cancel" />
          </Button>
          <Button disabled={parent === null} onClick={() => onMove(parent)}>
            <FormattedMessage id="entries.move.do" />
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
