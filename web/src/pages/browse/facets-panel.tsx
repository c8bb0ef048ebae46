import type { SchemaSnapshot } from '@cartouche/client'
import { useSchema } from '@cartouche/react'
import { Stack } from '@mantine/core'
import { memo } from 'react'
import { useIntl } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import type { BrowseState } from './browse-address.ts'
import { DateFacet } from './date-facet.tsx'
import { Facet, type FacetProps } from './facet.tsx'
import { TreeFacet } from './tree-facet.tsx'
import { linkedPath } from './value-name.tsx'

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
export const FacetsPanel = memo(function FacetsPanel({ schema, state, onChange, withStatus }: FacetsPanelProps) {
  const intl = useIntl()
  return (
    <Stack gap={0}>
      {facetFields(schema, withStatus).map((field) => {
        const path = linkedPath(schema.fields[field])
        const facet: FacetProps = { field, label: schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field), state, onChange }
        return path === undefined ? <Facet key={field} {...facet} /> : <LinkFacet key={field} {...facet} path={path} />
      })}
      {schema.fields['takenat'] && <DateFacet field="takenat" label={schema.fields['takenat'].name} state={state} onChange={onChange} />}
    </Stack>
  )
})

/** A facet of what a field links to: a tree where that is one. */
function LinkFacet({ path, ...facet }: FacetProps & { readonly path: string }) {
  const { status, tree } = useSchema(path)
  if (tree) return <TreeFacet {...facet} path={path} />
  // Who may not read the schema of what is linked still sees the values.
  return status === 'resolved' || status === 'error' ? <Facet {...facet} /> : null
}

/** The fields that have a facet, in the order that reads best. */
export function facetFields(schema: SchemaSnapshot, withStatus: boolean): string[] {
  const known = Object.entries(schema.fields).filter(([name, { facet }]) => facet && name !== 'status').map(([name]) => name)
  const all = withStatus ? ['status', ...known] : known
  const rank = (name: string): number => (firstFields.includes(name) ? firstFields.indexOf(name) : firstFields.length)
  return all.toSorted((a, b) => rank(a) - rank(b))
}
