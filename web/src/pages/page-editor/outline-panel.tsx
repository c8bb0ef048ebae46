import type { Page, PageEditor, Widget } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconFileText, IconPlus } from '@tabler/icons-react'
import { useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { useLanguage } from '../../translations/translations.tsx'
import { addWidget } from './add-widget.ts'
import type { EditorState } from './editor-address.ts'
import { moveOf, outlineOf, type Direction, type OutlineRow } from './outline.ts'
import { componentOf, palette, summaryOf } from './page-components.ts'
import classes from './page-editor.module.css'

interface OutlinePanelProps {
  readonly editor: PageEditor
  readonly page: Page
  readonly selected: EditorState['selected']
  readonly onSelect: (selected: EditorState['selected']) => void
  readonly onAdded: (id: number) => void
}

/** What stands on the page, line by line, and what can be put there. */
export function OutlinePanel({ editor, page, selected, onSelect, onAdded }: OutlinePanelProps) {
  const intl = useIntl()
  const rows = outlineOf(page)
  return (
    <section className={classes.outline} aria-label={intl.formatMessage({ id: 'pageEditor.panel.outline' })}>
      <AddMenu editor={editor} page={page} selected={selected} onAdded={onAdded} />
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
            isSelected={isSelected(row, selected)}
            onSelect={() => onSelect(row.kind === 'widget' ? row.widget.id : row.place)}
            onMove={(direction) => {
              const place = row.kind === 'widget' ? moveOf(page, row.widget.id, direction) : undefined
              if (place && row.kind === 'widget') editor.move(row.widget.id, place)
            }}
          />
        ))}
      </ul>
      <Text fz="xs" c="dimmed" className={classes.keys}>
        <FormattedMessage id={rows.length === 0 ? 'pageEditor.empty' : 'pageEditor.keys'} />
      </Text>
    </section>
  )
}

function isSelected(row: OutlineRow, selected: EditorState['selected']): boolean {
  if (row.kind === 'widget') return selected === row.widget.id
  return (
    typeof selected === 'object' && selected.owner === row.place.owner && selected.slot === row.place.slot
  )
}

const directionOfKey: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

interface OutlineLineProps {
  readonly row: OutlineRow
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly onMove: (direction: Direction) => void
}

function OutlineLine({ row, isSelected: isCurrent, onSelect, onMove }: OutlineLineProps) {
  const onKey = (event: KeyboardEvent): void => {
    const direction = directionOfKey[event.key]
    if (!event.altKey || direction === undefined) return
    // The browser would go back in its history.
    event.preventDefault()
    onMove(direction)
  }
  return (
    <li>
      <UnstyledButton
        className={classes.line}
        style={{ paddingInlineStart: 12 + Math.min(row.depth, 8) * 16 }}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={onSelect}
        onKeyDown={onKey}
      >
        {row.kind === 'widget' ? (
          <WidgetName widget={row.widget} />
        ) : (
          <span className={classes.slotName}>
            <FormattedMessage id="pageEditor.column" values={{ number: row.number }} />
          </span>
        )}
      </UnstyledButton>
    </li>
  )
}

function WidgetName({ widget }: { readonly widget: Widget }) {
  const intl = useIntl()
  const { language } = useLanguage()
  const component = componentOf(widget)
  const name = component?.label[language] ?? widget.component?.name ?? widget.name
  const summary = summaryOf(widget)
  return (
    <span className={classes.lineName}>
      <span className={classes.lineLabel} data-off={!widget.enabled || undefined}>
        {name}
      </span>
      {summary !== '' && <span className={classes.summary}>{summary}</span>}
      {widget.dirty && (
        <>
          <span className={classes.dirty} aria-hidden />
          <VisuallyHidden>{intl.formatMessage({ id: 'pageEditor.unsaved' })}</VisuallyHidden>
        </>
      )}
    </span>
  )
}

type AddMenuProps = Pick<OutlinePanelProps, 'editor' | 'page' | 'selected' | 'onAdded'>

/** Puts a component behind what is chosen. */
function AddMenu({ editor, page, selected, onAdded }: AddMenuProps) {
  const intl = useIntl()
  const client = useClient()
  const { language } = useLanguage()
  const [busy, setBusy] = useState(false)
  const add = async (name: string): Promise<void> => {
    setBusy(true)
    try {
      onAdded(await addWidget(client, editor, page, { component: name, selected }))
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(intl, error) })
    }
    setBusy(false)
  }
  return (
    <Menu position="bottom-start" width="target" returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          fullWidth
          loading={busy}
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
        >
          <FormattedMessage id="pageEditor.add" />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {palette.map(({ name, label }) => (
          <Menu.Item key={name} onClick={() => void add(name)}>
            {label[language]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
