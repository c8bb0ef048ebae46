import type { Page, PageEditor, Widget } from '@cartouche/client'
import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useRef, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useLanguage } from '../../translations/translations.tsx'
import { moveOf, type Direction, type OutlineRow } from './outline.ts'
import { componentOf, summaryOf } from './page-components.ts'
import classes from './page-editor.module.css'
import { usePartDrag, usePartDrop, type DraggedPart, type DropEdge } from './use-outline-drag.ts'

const directionOfKey: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'out',
  ArrowRight: 'in',
}

interface OutlineLineProps {
  readonly row: OutlineRow
  readonly page: Page
  readonly editor: PageEditor
  readonly isSelected: boolean
  readonly onSelect: () => void
  readonly canDrop: (part: DraggedPart) => boolean
  readonly onDrop: (part: DraggedPart, edge: DropEdge) => void
}

/** A widget, or a place for widgets: chosen, moved by Alt with an arrow, dragged, and dropped on. */
export function OutlineLine({ row, page, editor, isSelected, onSelect, canDrop, onDrop }: OutlineLineProps) {
  const item = useRef<HTMLLIElement>(null)
  usePartDrag(item, row.kind === 'widget' ? { kind: 'widget', id: row.widget.id } : null)
  const over = usePartDrop(item, { isPlace: row.kind === 'slot', canDrop, onDrop })
  const onKey = (event: KeyboardEvent): void => {
    const direction = directionOfKey[event.key]
    if (!event.altKey || direction === undefined) return
    // The browser would go back in its history.
    event.preventDefault()
    const place = row.kind === 'widget' ? moveOf(page, row.widget.id, direction) : undefined
    if (place && row.kind === 'widget') editor.move(row.widget.id, place)
  }
  return (
    <li ref={item} className={classes.item} data-over={over ?? undefined}>
      <UnstyledButton
        className={classes.line}
        style={{ paddingInlineStart: 12 + Math.min(row.depth, 8) * 16 }}
        aria-current={isSelected ? 'true' : undefined}
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
