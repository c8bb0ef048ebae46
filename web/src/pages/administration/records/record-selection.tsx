import type { SchemaSnapshot } from '@cartouche/client'
import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconPencil } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { EditAssetsPanel } from '../../../components/edit-assets/edit-assets-panel.tsx'
import { useEditRun, type EditedItem } from '../../../components/edit-assets/use-edit-run.ts'
import { SelectionBar } from '../../../components/selection/selection-bar.tsx'
import type { SelectionControl } from '../../../components/selection/use-selection.ts'
import type { Records } from './use-records.ts'

interface RecordSelectionProps {
  readonly schema: SchemaSnapshot
  readonly records: Records
  readonly selection: SelectionControl
}

/** What can be done with the selected records; floats over the foot of the list. */
export function RecordSelection({ schema, records: { cursor }, selection }: RecordSelectionProps) {
  const edit = useEditRun({ path: schema.name, cursor: cursor.name })
  const [editing, editor] = useDisclosure(false)
  const { ids } = selection.selection
  const selected = ids.size === 0 ? [] : cursor.data.filter(({ id }) => ids.has(id))
  const items = selected.map(({ id, name, status }): EditedItem => ({
    id,
    name,
    status: status as EditedItem['status'],
  }))
  return (
    <>
      <SelectionBar count={selected.length} onClear={selection.clear}>
        {schema.security['objectactions/multiupdate'] === true && (
          <Button
            size="xs"
            leftSection={<IconPencil size={16} stroke={1.7} aria-hidden />}
            onClick={editor.open}
          >
            <FormattedMessage id="selection.edit" values={{ count: selected.length }} />
          </Button>
        )}
      </SelectionBar>
      {(editing || edit.run !== null) && (
        <EditAssetsPanel
          path={schema.name}
          opened={editing}
          onClose={editor.close}
          onOpen={editor.open}
          assets={items}
          control={edit}
        />
      )}
    </>
  )
}
