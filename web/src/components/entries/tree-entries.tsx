import type { EntityData, SchemaSnapshot } from '@cartouche/client'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { offerUndo } from '../undo/offer-undo.tsx'
import { EntriesBar, NoEntries } from './entries-bar.tsx'
import { EntryTree } from './entry-tree.tsx'
import { useListName } from './list-name.ts'
import { actionsFor, OpenEntry, type Open } from './open-entry.tsx'
import { useEntryTree } from './use-entry-tree.ts'
import classes from './entries.module.css'

/** The entries of a tree. */
export function TreeEntries({ schema }: { readonly schema: SchemaSnapshot }) {
  const intl = useIntl()
  const label = useListName(schema)
  const path = schema.name
  const control = useEntryTree(path)
  const { tree } = control
  const [open, setOpen] = useState<Open | null>(null)
  const treefield = schema.treefield ?? ''
  const nameOf = (id: number): string => tree.nodes[id]?.name ?? intl.formatMessage({ id: 'entries.there' })
  const move = async (id: number, parent: number | null): Promise<void> => {
    const before = tree.nodes[id]?.parent ?? null
    const name = nameOf(id)
    if (!(await control.move(id, parent))) return
    offerUndo(
      parent === null ? (
        <FormattedMessage id="entries.moved.top" values={{ name }} />
      ) : (
        <FormattedMessage id="entries.moved" values={{ name, parent: nameOf(parent) }} />
      ),
      () => void control.move(id, before),
    )
  }
  const follow = async (entry: EntityData | null): Promise<void> => {
    const above = entry === null ? null : (tree.nodes[entry.id]?.parent ?? parentOf(entry, treefield))
    if (above !== null) control.setOpen(above, true)
    await control.follow(above)
  }
  const actions = actionsFor(schema, setOpen)
  const fulltext = tree.definition.fulltext ?? ''
  const isEmpty = tree.hasData && tree.roots.length === 0
  return (
    <section className={classes.entries} aria-label={label}>
      <EntriesBar
        schema={schema}
        text={fulltext}
        onText={tree.actions.setFulltext}
        onAdd={() => actions.add(null)}
        total={tree.hasData && tree.error === null ? tree.total : undefined}
      />
      {isEmpty ? (
        <NoEntries schema={schema} text={fulltext} onAdd={() => actions.add(null)} />
      ) : (
        <EntryTree
          label={label}
          control={control}
          actions={actions}
          onMove={(id, parent) => void move(id, parent)}
        />
      )}
      <OpenEntry
        schema={schema}
        open={open}
        onClose={() => setOpen(null)}
        onMove={(id, parent) => void move(id, parent)}
        onChanged={async (entry, into) => {
          await follow(entry)
          if (into !== null)
            await Promise.all([control.follow(into), control.follow(tree.nodes[into]?.parent ?? null)])
        }}
      />
    </section>
  )
}

function parentOf(entry: EntityData, treefield: string): number | null {
  return (entry[treefield] as { readonly id?: number } | null | undefined)?.id ?? null
}
