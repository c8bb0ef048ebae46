import { importsOf, type ImportJobSnapshot } from '@cartouche/client'
import { useClient, useKey } from '@cartouche/react'
import { Text, VisuallyHidden } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type MouseEvent, type RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { useIsTouch } from '../../components/file-choosers/file-choosers.tsx'
import { isTyping } from '../../components/gallery/is-typing.ts'
import type { SelectionControl } from '../../components/selection/use-selection.ts'
import { choiceOf, type Duplicates } from './duplicate-choices.tsx'
import { ImportRowView } from './import-row.tsx'
import { fieldsOf, isSelectable, type ImportRow } from './import-rows.ts'
import { createFrameBudget, FrameBudgetContext } from './use-frame-budget.ts'
import classes from './import.module.css'

/** Height of a row, px; long notes make it higher. */
const rowPx = 60
const headPx = 36
/** Rows before the end at which the next page is asked for. */
const rowsAhead = 40

export interface ImportTableProps {
  readonly jobId: number
  readonly job: ImportJobSnapshot
  readonly rows: readonly ImportRow[]
  /** Ids of the items among them that can be selected. */
  readonly order: readonly number[]
  /** The check that selects all of them. */
  readonly allCheck: RefObject<HTMLInputElement | null>
  readonly selection: SelectionControl
  readonly onRemove: (itemIds: readonly number[]) => void
  /** Leaves every filter. */
  readonly onShowAll: () => void
  readonly duplicates: Duplicates
}

/**
 * The files of an import. Only the rows near the window are in the page. A click selects one, its check, Ctrl
 * and Shift several; Ctrl+A all, Esc none.
 */
export function ImportTable({
  jobId,
  job,
  rows,
  order,
  allCheck,
  selection,
  onRemove,
  onShowAll,
  duplicates,
}: ImportTableProps) {
  const intl = useIntl()
  const scroller = useRef<HTMLDivElement>(null)
  const [frameBudget] = useState(createFrameBudget)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    scrollMargin: headPx,
    overscan: 4,
    useFlushSync: false,
  })
  const visible = virtualizer.getVirtualItems()
  const last = visible.at(-1)?.index ?? -1
  const above = (visible[0]?.start ?? headPx) - headPx
  const below = virtualizer.getTotalSize() - ((visible.at(-1)?.end ?? headPx) - headPx)
  const { ids: selectedIds } = selection.selection
  const isAll = useMemo(
    () => order.length > 0 && order.every((id) => selectedIds.has(id)),
    [order, selectedIds],
  )
  const isSome = !isAll && order.some((id) => selectedIds.has(id))
  const hasRows = rows.length > 0
  // A property without an attribute: React cannot set it.
  useLayoutEffect(() => {
    if (allCheck.current) allCheck.current.indeterminate = isSome
  }, [allCheck, isSome, hasRows])
  const toggleAll = (): void => (isAll ? selection.clear() : selection.add(order))
  // Before the dialog hears of Esc and is gone: the key that closes it does not clear the selection, too.
  const hasDialog = useRef(false)
  useEffect(() => {
    const note = (): void => {
      hasDialog.current = document.querySelector('[role="dialog"]') !== null
    }
    window.addEventListener('keydown', note, true)
    return () => window.removeEventListener('keydown', note, true)
  }, [])
  useWindowEvent('keydown', (event) => {
    if (event.defaultPrevented || isTyping(event.target) || hasDialog.current) return
    if (event.key === 'Escape') selection.clear()
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'a') return
    event.preventDefault()
    selection.add(order)
  })
  const onClick = (event: MouseEvent): void => {
    if (!(event.target instanceof Element) || event.target.closest('a, button, [data-act="choice"]')) return
    const row = rows[Number(event.target.closest<HTMLElement>('[data-row]')?.dataset['row'] ?? -1)]
    if (row?.kind !== 'item' || !isSelectable(row.item)) return
    const { id } = row.item
    if (event.shiftKey) selection.extendTo(id, order)
    else if (event.ctrlKey || event.metaKey || event.target.closest('[data-act="select"]'))
      selection.toggle(id)
    else selection.set({ ids: new Set([id]), anchor: id })
  }
  const nextItems = last >= rows.length - rowsAhead && <NextItems jobId={jobId} />
  if (!hasRows)
    return (
      <div>
        {nextItems}
        {job.count === 0 ? (
          <NoFiles />
        ) : (
          <EmptyState
            text={<FormattedMessage id="import.filter.none" />}
            label={<FormattedMessage id="import.filter.clear" />}
            onAction={onShowAll}
          />
        )}
      </div>
    )
  return (
    // The check of each row is the way of the keyboard; a click anywhere on the row is a shortcut of the
    // mouse.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- see above
    <div ref={scroller} className={classes.scroller} onClick={onClick}>
      {nextItems}
      <table
        className={classes.table}
        aria-label={intl.formatMessage({ id: 'import.table' })}
        aria-rowcount={rows.length + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th className={classes.checkCell}>
              <input
                ref={allCheck}
                type="checkbox"
                checked={isAll}
                disabled={order.length === 0}
                onChange={toggleAll}
                aria-label={intl.formatMessage({ id: 'import.selectAll' })}
              />
            </th>
            <th scope="col" className={classes.fileCell}>
              <FormattedMessage id="import.column.file" />
            </th>
            <th scope="col" className={classes.sizeCell}>
              <FormattedMessage id="import.column.size" />
            </th>
            <th scope="col" className={classes.stateCell}>
              <FormattedMessage id="import.column.state" />
            </th>
            <th scope="col" className={classes.notesCell}>
              <FormattedMessage id="import.column.notes" />
            </th>
            <th scope="col" className={classes.actionsCell}>
              <VisuallyHidden>
                <FormattedMessage id="import.column.actions" />
              </VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {above > 0 && <tr aria-hidden style={{ height: above }}></tr>}
          <FrameBudgetContext value={frameBudget}>
            {visible.map(({ index }) => {
              const row = rows[index]
              if (row === undefined) return null
              const isRowSelectable = row.kind === 'item' && isSelectable(row.item)
              const isSelected = isRowSelectable && selectedIds.has(row.item.id)
              return (
                <tr
                  key={row.key}
                  ref={virtualizer.measureElement}
                  data-index={index}
                  data-row={index}
                  data-kind={row.kind}
                  data-selected={isSelected || undefined}
                  data-selectable={isRowSelectable || undefined}
                  data-fuzzy={(row.kind === 'item' && row.item['$fuzzy'] === true) || undefined}
                  aria-rowindex={index + 2}
                >
                  <ImportRowView
                    row={row}
                    jobId={jobId}
                    fields={fieldsOf(job.headers, row.kind === 'item' ? [row.item] : [])}
                    isSelected={isSelected}
                    onRemove={onRemove}
                    duplicate={
                      row.kind === 'item' && duplicates.ids.has(row.item.id)
                        ? choiceOf(duplicates.choices, row.item.id)
                        : undefined
                    }
                    onChoose={duplicates.choose}
                  />
                </tr>
              )
            })}
          </FrameBudgetContext>
          {below > 0 && <tr aria-hidden style={{ height: below }}></tr>}
        </tbody>
      </table>
    </div>
  )
}

/**
 * Asks for the next page, and for one after that as long as this is there. A page that is asked for renders
 * nothing but this.
 */
function NextItems({ jobId }: { readonly jobId: number }) {
  const imports = importsOf(useClient())
  const { hasNext, status } = useKey(imports.jobs, String(jobId))
  useEffect(() => {
    if (hasNext && status === 'loaded') imports.fetchNextItems(jobId).catch(() => undefined)
  }, [imports, jobId, hasNext, status])
  return null
}

function NoFiles() {
  return (
    <Text c="dimmed" p="xl" ta="center">
      <FormattedMessage id={useIsTouch() ? 'import.empty.touch' : 'import.empty'} />
    </Text>
  )
}
