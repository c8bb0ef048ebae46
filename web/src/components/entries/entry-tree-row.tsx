import { useCan } from '@cartouche/react'
import { Loader, Text, TextInput } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef, useState, type FormEvent, type HTMLAttributes } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { searchOfNode } from '../../address/search-of-state.ts'
import { errorText } from '../../translations/error-text.ts'
import { useAssetActions } from '../asset-actions/action-context.ts'
import { useSearchTarget } from '../asset-actions/use-search-target.ts'
import { EntryMenu, type EntryActions } from './entry-menu.tsx'
import { canMove, hasChildren, type TreeRow } from './tree-rows.ts'
import type { EntryTreeControl } from './use-entry-tree.ts'
import { useRowDrag } from './use-tree-drag.ts'
import classes from './entries.module.css'

interface EntryTreeRowProps {
  readonly row: Extract<TreeRow, { kind: 'node' }>
  /** What places the line and gives it the focus. */
  readonly line: HTMLAttributes<HTMLDivElement>
  readonly control: EntryTreeControl
  readonly actions: EntryActions
  readonly isPicked: boolean
  readonly isRenamed: boolean
  readonly onRename: (isRenamed: boolean) => void
  readonly onMove: (id: number, parent: number | null) => void
}

/** One node: opened by its chevron, renamed in place, dragged below another, and how many assets have it. */
export function EntryTreeRow({
  row: { node, level, position, siblings, isOpen },
  line,
  control,
  actions,
  isPicked,
  isRenamed,
  onRename,
  onMove,
}: EntryTreeRowProps) {
  const intl = useIntl()
  const { tree, setOpen } = control
  const assetActions = useAssetActions()
  const targetOf = useSearchTarget()
  const [makesCarts, sharesCarts] = [useCan('cart/create'), useCan('cart/share')]
  const mayShare = makesCarts && sharesCarts
  const element = useRef<HTMLDivElement>(null)
  const { isDragged, isOver } = useRowDrag(element, {
    id: node.id,
    isEnabled: actions.canEdit && !isRenamed,
    canDrop: (id) => canMove(tree.nodes, id, node.id),
    onDrop: (id) => onMove(id, node.id),
    onLinger: () => hasChildren(node) && !isOpen && setOpen(node.id, true),
  })
  const isBranch = hasChildren(node)
  const uses = usesOf(tree.counts, node.id)
  return (
    <div
      ref={element}
      role="treeitem"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isPicked}
      aria-label={node.name}
      aria-expanded={isBranch ? isOpen : undefined}
      className={classes.line}
      data-picked={isPicked || undefined}
      data-dragged={isDragged || undefined}
      data-over={isOver || undefined}
      {...line}
    >
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- arrow keys of the tree do the same */}
      <span
        className={classes.chevron}
        data-open={isOpen || undefined}
        onClick={() => isBranch && setOpen(node.id, !isOpen)}
        aria-hidden
      >
        {tree.loading.includes(node.id) ? (
          <Loader size={12} />
        ) : (
          isBranch && <IconChevronRight size={15} stroke={2} />
        )}
      </span>
      {isRenamed ? (
        <RenameField
          name={node.name}
          onSave={(name) => control.rename(node.id, name)}
          onDone={() => onRename(false)}
        />
      ) : (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- Enter does the same
        <span className={classes.name} onClick={() => actions.edit(node.data)}>
          {node.name}
        </span>
      )}
      {uses !== undefined && (
        <Link
          to="/browse"
          search={{ [`is.${uses.field}`]: String(node.id) }}
          tabIndex={-1}
          className={classes.count}
          aria-label={intl.formatMessage({ id: 'entries.assets' }, { count: uses.total })}
        >
          <FormattedNumber value={uses.total} />
        </Link>
      )}
      <EntryMenu
        entry={node.data}
        actions={actions}
        onRename={() => onRename(true)}
        onShare={
          uses && mayShare
            ? () =>
                void targetOf(searchOfNode(uses.field, String(node.id)), node.name).then(
                  (target) => target && assetActions.run('share', target),
                )
            : undefined
        }
      />
    </div>
  )
}

/** How many assets have a node or one below it, and by which field. */
function usesOf(
  counts: EntryTreeControl['tree']['counts'],
  id: number,
): { readonly field: string; readonly total: number } | undefined {
  const found = Object.entries(counts).find(([field]) => field.startsWith('asset.'))
  const total = found?.[1][id]?.total ?? 0
  return found && total > 0 ? { field: found[0].slice('asset.'.length), total } : undefined
}

function RenameField({
  name,
  onSave,
  onDone,
}: {
  readonly name: string
  readonly onSave: (name: string) => Promise<void>
  readonly onDone: () => void
}) {
  const intl = useIntl()
  const [text, setText] = useState(name)
  const [failure, setFailure] = useState<unknown>(null)
  const save = async (event?: FormEvent): Promise<void> => {
    event?.preventDefault()
    const wanted = text.trim()
    if (wanted === '' || wanted === name) return onDone()
    try {
      await onSave(wanted)
      onDone()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <form className={classes.rename} onSubmit={(event) => void save(event)}>
      <TextInput
        size="xs"
        value={text}
        maxLength={2000}
        aria-label={intl.formatMessage({ id: 'entries.rename.of' }, { name })}
        onChange={(event) => setText(event.currentTarget.value)}
        ref={selectOnce}
        error={failure !== null}
        onBlur={() => {
          if (failure === null) void save()
        }}
        onKeyDown={(event) => {
          event.stopPropagation()
          if (event.key === 'Escape') onDone()
        }}
      />
      {failure !== null && (
        <Text role="alert" fz="xs" c="red">
          <FormattedMessage id="entries.rename.failed" values={{ reason: errorText(intl, failure) }} />
        </Text>
      )}
    </form>
  )
}

function selectOnce(input: HTMLInputElement | null): void {
  input?.select()
}
