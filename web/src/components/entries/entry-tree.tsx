import { isInProgress } from '@cartouche/client'
import { Loader, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useMemo, useRef, useState, type HTMLAttributes, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ErrorViewOf } from '../error-view/error-view.tsx'
import { EntryTreeRow } from './entry-tree-row.tsx'
import type { EntryActions } from './entry-menu.tsx'
import { canMove, hasChildren, rowsOfTree, type TreeRow } from './tree-rows.ts'
import { useTopDrop } from './use-tree-drag.ts'
import type { EntryTreeControl } from './use-entry-tree.ts'
import classes from './entries.module.css'

const rowPx = 36

interface EntryTreeProps {
  readonly label: string
  readonly control: EntryTreeControl
  readonly actions: EntryActions
  /** Moves a node, and says so with a way back. */
  readonly onMove: (id: number, parent: number | null) => void
}

/**
 * The entries of a tree; only the lines near the window are in the page. Arrows, Home, End and letters move,
 * Enter edits, F2 renames, Insert adds below, Delete deletes; Ctrl+X picks a node up and Ctrl+V puts it below
 * the one that has the focus.
 */
export function EntryTree({ label, control, actions, onMove }: EntryTreeProps) {
  const intl = useIntl()
  const { tree, open, setOpen } = control
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOfTree(tree, open), [tree, open])
  const [focused, setFocused] = useState<string | null>(null)
  const [renamed, setRenamed] = useState<number | null>(null)
  const [picked, setPicked] = useState<number | null>(null)
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is read in this component alone, nothing memoized receives it
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 12,
    useFlushSync: false,
  })
  const isOver = useTopDrop(scroller, {
    canDrop: (id) => canMove(tree.nodes, id, null),
    onDrop: (id) => onMove(id, null),
  })
  const at = Math.max(
    0,
    rows.findIndex(({ key }) => key === focused),
  )
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (!wantsFocus.current) return
    const row = scroller.current?.querySelector<HTMLElement>(`[data-key="${rows[at]?.key}"]`)
    if (row) {
      wantsFocus.current = false
      row.focus()
    }
  })
  const focusRow = (index: number): void => {
    const row = rows[Math.max(0, Math.min(rows.length - 1, index))]
    if (!row) return
    wantsFocus.current = true
    setFocused(row.key)
    virtualizer.scrollToIndex(rows.indexOf(row))
  }
  const more = (row: TreeRow): void => {
    if (row.kind !== 'more') return
    if (row.parent === null) tree.actions.next()
    else tree.actions.fetchChildren(row.parent)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const row = rows[at]
    if (!row || (event.target as HTMLElement).getAttribute('role') !== 'treeitem') return
    const done =
      moveByKey(event, { rows, at, focusRow, setOpen, more }) ||
      (row.kind === 'node' && actByKey(event, row.node.id))
    if (done) event.preventDefault()
  }
  const actByKey = (event: KeyboardEvent, id: number): boolean => {
    const isCommand = event.ctrlKey || event.metaKey
    const node = tree.nodes[id]
    if (!node) return false
    if (event.key === 'Enter') actions.edit(node.data)
    else if (event.key === 'F2' && actions.canEdit) setRenamed(id)
    else if (event.key === 'Insert' && actions.canAdd) actions.add(node.data)
    else if (event.key === 'Delete' && actions.canDelete) actions.remove(node.data)
    else if (event.key === 'Escape' && picked !== null) setPicked(null)
    else if (isCommand && event.key.toLowerCase() === 'x' && actions.canEdit) setPicked(id)
    else if (isCommand && event.key.toLowerCase() === 'v' && picked !== null) {
      setPicked(null)
      if (canMove(tree.nodes, picked, id)) onMove(picked, id)
    } else return false
    return true
  }
  const isComing = tree.status === 'registered' || isInProgress(tree.status)
  if (!tree.hasData)
    return tree.status === 'error' ? (
      <ErrorViewOf error={tree.error} onRetry={tree.actions.refresh} />
    ) : (
      <Stack p="md">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} h={24} />
        ))}
      </Stack>
    )
  return (
    <>
      <div ref={scroller} className={classes.scroller} data-over={isOver || undefined}>
        <div
          role="tree"
          aria-label={label}
          aria-busy={isComing}
          tabIndex={-1}
          className={classes.lines}
          style={{ height: virtualizer.getTotalSize() }}
          onKeyDown={onKeyDown}
        >
          {virtualizer.getVirtualItems().map(({ index, start, size, key }) => {
            const row = rows[index]
            if (row === undefined) return null
            const line = {
              'data-key': row.key,
              tabIndex: index === at ? 0 : -1,
              onFocus: () => setFocused(row.key),
              style: {
                transform: `translateY(${start}px)`,
                height: size,
                paddingInlineStart: 8 + (row.level - 1) * 20,
              },
            }
            return row.kind === 'more' ? (
              <MoreRow
                key={key}
                row={row}
                line={line}
                isLoading={row.parent !== null && tree.loading.includes(row.parent)}
                onMore={() => more(row)}
              />
            ) : (
              <EntryTreeRow
                key={key}
                row={row}
                line={line}
                control={control}
                actions={actions}
                isPicked={picked === row.node.id}
                isRenamed={renamed === row.node.id}
                onRename={(isRenamed) => {
                  setRenamed(isRenamed ? row.node.id : null)
                  if (!isRenamed) focusRow(index)
                }}
                onMove={onMove}
              />
            )
          })}
        </div>
      </div>
      <Text className={classes.hint} fz="xs" c="dimmed" aria-live="polite">
        {picked === null ? (
          actions.canEdit && <FormattedMessage id="entries.tree.hint" />
        ) : (
          <FormattedMessage
            id="entries.tree.picked"
            values={{ name: tree.nodes[picked]?.name ?? intl.formatMessage({ id: 'entries.one' }) }}
          />
        )}
      </Text>
    </>
  )
}

interface MoreRowProps {
  readonly row: TreeRow
  readonly line: HTMLAttributes<HTMLDivElement>
  readonly isLoading: boolean
  readonly onMore: () => void
}

function MoreRow({ row, line, isLoading, onMore }: MoreRowProps) {
  return (
    <div
      role="treeitem"
      aria-level={row.level}
      aria-selected={false}
      tabIndex={-1}
      className={classes.line}
      {...line}
    >
      <UnstyledButton tabIndex={-1} className={classes.more} onClick={onMore}>
        <FormattedMessage id="action.showMore" />
        {isLoading && <Loader size={12} ml={6} />}
      </UnstyledButton>
    </div>
  )
}

interface Walk {
  readonly rows: readonly TreeRow[]
  readonly at: number
  readonly focusRow: (index: number) => void
  readonly setOpen: (id: number, isOpen: boolean) => void
  readonly more: (row: TreeRow) => void
}

/**
 * The pattern of trees: arrows walk, open and close, Home and End go to the ends, a letter goes to the next
 * node that begins with it.
 */
function moveByKey(event: KeyboardEvent, { rows, at, focusRow, setOpen, more }: Walk): boolean {
  const row = rows[at]
  if (!row || event.ctrlKey || event.metaKey || event.altKey) return false
  const node = row.kind === 'node' ? row.node : undefined
  const isOpen = row.kind === 'node' && row.isOpen
  if (event.key === 'ArrowDown') focusRow(at + 1)
  else if (event.key === 'ArrowUp') focusRow(at - 1)
  else if (event.key === 'Home') focusRow(0)
  else if (event.key === 'End') focusRow(rows.length - 1)
  else if (event.key === 'ArrowRight') {
    if (isOpen) focusRow(at + 1)
    else if (node && hasChildren(node)) setOpen(node.id, true)
  } else if (event.key === 'ArrowLeft') {
    if (isOpen && node) setOpen(node.id, false)
    else focusRow(rows.findLastIndex((above, index) => index < at && above.level < row.level))
  } else if (event.key === 'Enter' && row.kind === 'more') more(row)
  else if (event.key.length === 1 && event.key !== ' ') {
    const starts = (one: TreeRow): boolean =>
      one.kind === 'node' && one.node.name.toLowerCase().startsWith(event.key.toLowerCase())
    const next = [...rows.keys()]
      .map((index) => (at + 1 + index) % rows.length)
      .find((index) => {
        const one = rows[index]
        return one !== undefined && starts(one)
      })
    if (next === undefined) return false
    focusRow(next)
  } else return false
  return true
}
