import type { Page, PageEditor } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Text, UnstyledButton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileText } from '@tabler/icons-react'
import { useRef } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { AddMenu } from './add-menu.tsx'
import { addWidget } from './add-widget.ts'
import type { EditorState } from './editor-address.ts'
import { OutlineLine } from './outline-line.tsx'
import { find, outlineOf, placeBehind, type OutlineRow } from './outline.ts'
import classes from './page-editor.module.css'
import { usePartDrop, type DraggedPart } from './use-outline-drag.ts'

interface OutlinePanelProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly selected: EditorState['selected']
  readonly onSelect: (selected: EditorState['selected']) => void
  readonly onAdded: (id: number) => void
}

/** Where something is put: behind or before a widget, at the end of a slot or of the page. */
interface Target {
  readonly selected: EditorState['selected']
  readonly isBefore?: boolean
}

/** What stands on the page, line by line, and what can be put there; parts are dragged to their places. */
export function OutlinePanel({ editor, page, selected, onSelect, onAdded }: OutlinePanelProps) {
  const intl = useIntl()
  const client = useClient()
  const rows = outlineOf(page)
  const end = useRef<HTMLDivElement>(null)
  const add = async (component: string, target: Target): Promise<void> => {
    try {
      onAdded(await addWidget(client, editor, page, { component, ...target }))
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
  }
  const put = (part: DraggedPart, target: Target): void => {
    const { isBefore = false } = target
    if (part.kind === 'component') void add(part.name, target)
    else editor.move(part.id, placeBehind(page, part.id, target.selected, { isBefore }))
  }
  const over = usePartDrop(end, {
    isPlace: true,
    canDrop: () => true,
    onDrop: (part) => put(part, { selected: undefined }),
  })
  return (
    <section className={classes.outline} aria-label={intl.formatMessage({ id: 'pageEditor.panel.outline' })}>
      <AddMenu onAdd={(component) => add(component, { selected })} />
      <ul className={classes.lines}>
        <li>
          <UnstyledButton
            className={classes.line}
            aria-current={selected === undefined ? 'true' : undefined}
            onClick={() => onSelect(undefined)}
          >
            <IconFileText size={16} stroke={1.7} aria-hidden />
            <span className={classes.lineName}>
              <FormattedMessage id="pageEditor.page" />
            </span>
          </UnstyledButton>
        </li>
        {rows.map((row) => (
          <OutlineLine
            key={row.kind === 'widget' ? row.widget.id : `${row.place.owner}/${row.place.slot}`}
            row={row}
            page={page}
            editor={editor}
            isSelected={isSelected(row, selected)}
            onSelect={() => onSelect(targetOf(row))}
            canDrop={(part) => part.kind === 'component' || !standsIn(page, row, part.id)}
            onDrop={(part, edge) => put(part, { selected: targetOf(row), isBefore: edge === 'before' })}
          />
        ))}
      </ul>
      <div ref={end} className={classes.end} data-over={over ?? undefined}>
        <Text fz="xs" c="dimmed" className={classes.keys} data-hint={rows.length > 0 || undefined}>
          <FormattedMessage id={rows.length === 0 ? 'pageEditor.empty' : 'pageEditor.keys'} />
        </Text>
      </div>
    </section>
  )
}

const targetOf = (row: OutlineRow): EditorState['selected'] =>
  row.kind === 'widget' ? row.widget.id : row.place

/** Whether a line is a widget itself, or stands in it: it cannot be put there. */
function standsIn(page: Page, row: OutlineRow, id: number): boolean {
  const start = row.kind === 'widget' ? row.widget.id : row.place.owner
  for (let at = start ?? undefined; at !== undefined; at = find(page, at)?.owner?.id)
    if (at === id) return true
  return false
}

function isSelected(row: OutlineRow, selected: EditorState['selected']): boolean {
  if (row.kind === 'widget') return selected === row.widget.id
  return (
    typeof selected === 'object' && selected.owner === row.place.owner && selected.slot === row.place.slot
  )
}
