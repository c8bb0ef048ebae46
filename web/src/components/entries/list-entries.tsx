import type { SchemaSnapshot } from '@cartouche/client'
import { useCursor } from '@cartouche/react'
import { Select } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { EntriesBar, NoEntries } from './entries-bar.tsx'
import { EntryList } from './entry-list.tsx'
import { useListName } from './list-name.ts'
import { actionsFor, OpenEntry, type Open } from './open-entry.tsx'
import classes from './entries.module.css'

/** The entries of a resource that is no tree. */
export function ListEntries({ schema }: { readonly schema: SchemaSnapshot }) {
  const intl = useIntl()
  const label = useListName(schema)
  const path = schema.name
  const hasName = schema.fields['name']?.sortable === true
  const cursor = useCursor({
    name: `entries of ${path}`,
    path,
    max: 100,
    orderby: hasName ? 'name asc' : 'createdat desc',
    staticQuery: {},
    withRights: true,
  })
  const [open, setOpen] = useState<Open | null>(null)
  const actions = actionsFor(schema, setOpen)
  const { fulltext, orderby = '' } = cursor.definition
  const sorts = [
    ...Object.entries(schema.fields)
      .filter(([, { sortable }]) => sortable)
      .flatMap(([name, header]) => [
        { value: `${name} asc`, label: `${header.name} ↑` },
        { value: `${name} desc`, label: `${header.name} ↓` },
      ]),
    { value: 'createdat desc', label: intl.formatMessage({ id: 'entries.newest' }) },
    { value: 'modifiedat desc', label: intl.formatMessage({ id: 'entries.changed' }) },
  ]
  return (
    <section className={classes.entries} aria-label={label}>
      <EntriesBar
        schema={schema}
        text={fulltext}
        onText={cursor.actions.setFulltext}
        onAdd={() => actions.add(null)}
        total={cursor.hasData ? cursor.total : undefined}
      >
        <Select
          size="sm"
          w={170}
          aria-label={intl.formatMessage({ id: 'entries.sort' })}
          allowDeselect={false}
          data={sorts}
          value={orderby}
          onChange={(value) => {
            if (value !== null) cursor.actions.change({ orderby: value })
          }}
        />
      </EntriesBar>
      {cursor.hasData && cursor.total === 0 ? (
        <NoEntries schema={schema} text={fulltext} onAdd={() => actions.add(null)} />
      ) : (
        <EntryList label={label} path={path} cursor={cursor} actions={actions} />
      )}
      <OpenEntry
        schema={schema}
        open={open}
        onClose={() => setOpen(null)}
        onMove={() => {}}
        onChanged={async () => cursor.actions.refresh()}
      />
    </section>
  )
}
