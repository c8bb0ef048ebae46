import type { EntityData, SchemaSnapshot } from '@cartouche/client'
import { useEntity } from '@cartouche/react'
import { OpenEntry } from '../../../components/entries/open-entry.tsx'

interface RecordOverProps {
  readonly schema: SchemaSnapshot
  readonly id: number
  readonly onClose: () => void
  readonly onChanged: () => Promise<void>
}

/** The form of a record over the list, whether the list has it or not. */
export function RecordOver({ schema, id, ...events }: RecordOverProps) {
  const { data } = useEntity(schema.name, id)
  const unknown: EntityData = { id, $uuid: '', $resource: schema.resource }
  return (
    <OpenEntry
      schema={schema}
      open={{ what: 'form', entry: data ?? unknown, parent: null }}
      onMove={() => {}}
      {...events}
    />
  )
}
