import type { FieldHeader } from '@cartouche/contract'
import { useClient, useEntity, useKey } from '@cartouche/react'
import { useIntl } from 'react-intl'
import { valueName } from './facet.tsx'

interface ValueNameProps {
  readonly field: string
  readonly value: string
  readonly header: FieldHeader | undefined
}

/** The name of a value that constrains: from the counts, else from the linked entity itself; a text is its own name. */
export function ValueName({ field, value, header }: ValueNameProps) {
  const intl = useIntl()
  const { cursors } = useClient()
  const own = useKey(cursors, `browse-facet-${field}`).aggregates[field]
  const whole = useKey(cursors, 'browse').aggregates[field]
  const counted = [...(own ?? []), ...(whole ?? [])].find(({ data }) => String(data.id) === value)
  if (counted !== undefined) return valueName(intl, field, counted.data)
  const path = header?.href?.split('/api/rest/')[1]
  if (path !== undefined && /^\d+$/.test(value)) return <LinkedName path={path} id={Number(value)} field={field} />
  return valueName(intl, field, { id: value, name: value })
}

function LinkedName({ path, id, field }: { readonly path: string; readonly id: number; readonly field: string }) {
  const intl = useIntl()
  const { data } = useEntity(path, id)
  return valueName(intl, field, { id, name: data?.name })
}
