import type { SchemaSnapshot } from '@cartouche/client'
import { Stack } from '@mantine/core'
import { useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import type { BrowseState } from './browse-address.ts'
import { DateFacet } from './date-facet.tsx'
import { Facet } from './facet.tsx'

export interface FacetsPanelProps {
  readonly schema: SchemaSnapshot
  readonly state: BrowseState
  readonly onChange: (next: BrowseState) => void
  /** Whether the workflow status is worth a facet: not for whom sees what is published alone. */
  readonly withStatus: boolean
}

/** Facets in the order that reads best; those that the schema adds follow in its own. */
const firstFields = ['rootnature', 'status', 'keywords', 'collections', 'creator', 'city', 'country', 'camera']

/** What the list can be narrowed by: the facet fields of the schema with their counts, and the date taken. */
export function FacetsPanel({ schema, state, onChange, withStatus }: FacetsPanelProps) {
  const intl = useIntl()
  return (
    <Stack gap={0}>
      {facetFields(schema, withStatus).map((field) => (
        <Facet key={field} field={field} label={schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field)} state={state} onChange={onChange} />
      ))}
      {schema.fields['takenat'] && <DateFacet field="takenat" label={schema.fields['takenat'].name} state={state} onChange={onChange} />}
    </Stack>
  )
}

function facetFields(schema: SchemaSnapshot, withStatus: boolean): string[] {
  const known = Object.entries(schema.fields).filter(([name, { facet }]) => facet && name !== 'status').map(([name]) => name)
  const all = withStatus ? ['status', ...known] : known
  const rank = (name: string): number => (firstFields.includes(name) ? firstFields.indexOf(name) : firstFields.length)
  return all.toSorted((a, b) => rank(a) - rank(b))
}
