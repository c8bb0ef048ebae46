import type { EntityData, SchemaSnapshot } from '@cartouche/client'
import { Drawer } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { EntryForm } from './entry-form.tsx'
import type { EntryActions } from './entry-menu.tsx'
import { MoveEntryDialog } from './move-entry-dialog.tsx'
import { RemoveEntryDialog } from './remove-entry-dialog.tsx'

/** What is open over the entries. */
export type Open =
  | { readonly what: 'form'; readonly entry: EntityData | null; readonly parent: EntityData | null }
  | { readonly what: 'move' | 'remove' | 'merge'; readonly entry: EntityData }

/** What the rights on a resource let a person do with its entries, each opened over them. */
export function actionsFor(
  { security, create, tree }: SchemaSnapshot,
  setOpen: (open: Open) => void,
): EntryActions {
  return {
    canAdd: create,
    canEdit: security['objectactions/multiupdate'] === true,
    canDelete: security['objectactions/delete'] === true,
    isTree: tree,
    add: (parent) => setOpen({ what: 'form', entry: null, parent }),
    edit: (entry) => setOpen({ what: 'form', entry, parent: null }),
    move: (entry) => setOpen({ what: 'move', entry }),
    merge: (entry) => setOpen({ what: 'merge', entry }),
    remove: (entry) => setOpen({ what: 'remove', entry }),
  }
}

interface OverProps {
  readonly schema: SchemaSnapshot
  readonly open: Open | null
  readonly onClose: () => void
  readonly onMove: (id: number, parent: number | null) => void
  /** `entry`: what was made, changed or taken away; `into`: what took its place. */
  readonly onChanged: (entry: EntityData | null, into: number | null) => Promise<void>
}

/** The form or the dialog that is open. */
export function OpenEntry({ schema, open, onClose, onMove, onChanged }: OverProps) {
  useReturnFocus()
  const intl = useIntl()
  const path = schema.name
  if (open === null) return null
  const { entry } = open
  if (open.what === 'move')
    return (
      <MoveEntryDialog
        path={path}
        entry={open.entry}
        onClose={onClose}
        onMove={(parent) => {
          onClose()
          onMove(open.entry.id, parent)
        }}
      />
    )
  if (open.what !== 'form') {
    return (
      <RemoveEntryDialog
        path={path}
        entry={open.entry}
        action={open.what}
        onClose={onClose}
        onDone={(into) => {
          notifications.show({
            color: 'green',
            message:
              into === null
                ? intl.formatMessage({ id: 'entries.deleted' }, { name: open.entry.name ?? open.entry.id })
                : intl.formatMessage(
                    { id: 'entries.merged' },
                    { name: open.entry.name ?? open.entry.id, into: into.name },
                  ),
          })
          onClose()
          void onChanged(open.entry, into?.id ?? null)
        }}
      />
    )
  }
  const { parent } = open
  return (
    <Drawer
      opened
      onClose={() => {
        onClose()
        if (entry) void onChanged(entry, null)
      }}
      position="right"
      size="min(100%, 480px)"
      title={
        entry === null ? (
          <FormattedMessage id="entries.new" values={{ name: schema.label }} />
        ) : (
          <FormattedMessage id="entries.edit" values={{ name: entry.name ?? `#${entry.id}` }} />
        )
      }
    >
      <EntryForm
        path={path}
        id={entry?.id ?? `new-${parent?.id ?? 'top'}`}
        {...(parent && schema.treefield !== null
          ? { values: { [schema.treefield]: { id: parent.id, name: parent.name ?? '' } } }
          : {})}
        onClose={() => {
          onClose()
          if (entry) void onChanged(entry, null)
        }}
        onSaved={(saved) => {
          notifications.show({
            color: 'green',
            message: intl.formatMessage({ id: 'entries.saved' }, { name: saved.name ?? `#${saved.id}` }),
          })
          onClose()
          void onChanged(saved, null)
        }}
      />
    </Drawer>
  )
}
