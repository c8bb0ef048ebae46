import type { SchemaSnapshot } from '@cartouche/client'
import { useCan, useSchema } from '@cartouche/react'
import { Skeleton, Text } from '@mantine/core'
import { memo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useConnection } from '../../connection/use-connection.ts'
import { useTreesInLanguage } from '../../components/languages/use-trees-in-language.ts'
import { useViewSettingsLoaded } from '../../components/view-settings/use-view-setting.ts'
import { textOr } from '../../translations/error-text.ts'
import type { BrowseState } from '../../address/browse-address.ts'
import { DateFacet } from './date-facet.tsx'
import { Facet, type FacetProps } from './facet.tsx'
import { MarksFacet, marksName } from './marks-facet.tsx'
import { TreeFacet } from './tree-facet.tsx'
import type { ChangeBrowse } from './use-browse.ts'
import { useFirstAnswers } from './use-first-answers.ts'
import { linkedPath } from '../../components/asset-text/value-name.tsx'
import classes from './facets.module.css'

export interface FacetsPanelProps {
  readonly schema: SchemaSnapshot
  readonly state: BrowseState
  /** Hits in all, 0 where the list failed; null while it is not known. */
  readonly total: number | null
  readonly onChange: ChangeBrowse
  /** Whether the workflow status is worth a facet: not for whom sees what is published alone. */
  readonly withStatus: boolean
}

/** Facets in the order that reads best; those that the schema adds follow in its own. */
const firstFields = [
  'rootnature',
  'status',
  'keywords',
  'collections',
  'creator',
  'city',
  'country',
  'camera',
]

/** Every asset has a value of these. */
const alwaysSet: ReadonlySet<string> = new Set(['rootnature', 'status'])

/** What the list can be narrowed by: the facet fields of the schema with their counts, and the date taken. */
export const FacetsPanel = memo(function FacetsPanel({
  schema,
  state,
  total,
  onChange,
  withStatus,
}: FacetsPanelProps) {
  const intl = useIntl()
  useTreesInLanguage()
  // People who describe assets look for what is missing; for others it would be a line too many.
  const mayEdit = useCan('asset/update')
  const fields = facetFields(schema, withStatus)
  const { shown, onAnswer } = useFirstAnswers([...fields, marksName])
  // Which of them are folded is known once the view settings are loaded.
  const steady = useViewSettingsLoaded() ? shown : 0
  const isDown = useConnection() === 'down'
  const isWaiting = steady <= fields.length || undefined
  return (
    <div>
      {fields.map((field, place) => {
        const path = linkedPath(schema.fields[field])
        const label = schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field)
        const facet: FacetProps = {
          field,
          label,
          values: state.values[field],
          below: state.below[field],
          isWithout: state.without?.includes(field) ?? false,
          isOptional: mayEdit && !alwaysSet.has(field),
          total,
          onChange,
          onAnswer,
        }
        return (
          <div key={field} className={classes.part} data-waiting={place >= steady || undefined}>
            {place === steady && (
              <div className={classes.coming} aria-hidden={!isDown}>
                {isDown ? (
                  <Text className={classes.none}>
                    <FormattedMessage id="browse.facets.down" values={{ shown: place }} />
                  </Text>
                ) : (
                  fields.slice(place).map((awaited) => <Skeleton key={awaited} h={14} w="70%" />)
                )}
              </div>
            )}
            {path === undefined ? <Facet {...facet} /> : <LinkFacet {...facet} path={path} />}
          </div>
        )
      })}
      <div className={classes.part} data-waiting={isWaiting}>
        <MarksFacet state={state} onChange={onChange} onAnswer={onAnswer} />
      </div>
      {schema.fields['takenat'] && (
        <div className={classes.part} data-waiting={isWaiting}>
          <DateFacet
            field="takenat"
            label={schema.fields['takenat'].name}
            bounds={state.dates['takenat']}
            onChange={onChange}
          />
        </div>
      )}
    </div>
  )
})

/** A facet of what a field links to: a tree where that is one. */
const LinkFacet = memo(function LinkFacet({ path, ...facet }: FacetProps & { readonly path: string }) {
  const { status, tree } = useSchema(path)
  if (tree) return <TreeFacet {...facet} path={path} />
  // Whoever may not read the schema of what is linked still sees the values.
  return status === 'resolved' || status === 'error' ? <Facet {...facet} /> : null
})

/** The fields that have a facet, in the order that reads best. */
export function facetFields(schema: SchemaSnapshot, withStatus: boolean): string[] {
  const known = Object.entries(schema.fields)
    .filter(([name, { facet }]) => facet && name !== 'status')
    .map(([name]) => name)
  const all = withStatus ? ['status', ...known] : known
  const rank = (name: string): number =>
    firstFields.includes(name) ? firstFields.indexOf(name) : firstFields.length
  return all.toSorted((a, b) => rank(a) - rank(b))
}
