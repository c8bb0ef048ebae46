import type { SchemaSnapshot } from '@cartouche/client'
import { useIntl } from 'react-intl'
import { ConstraintChips, type MoreChip } from '../../../components/constraint-chips/constraint-chips.tsx'
import { withoutFilters } from './record-address.ts'
import type { Records } from './use-records.ts'
import classes from './records.module.css'

/** What constrains a list of records, each with a cross that takes it away. */
export function RecordChips({
  schema,
  records: { state, change },
}: {
  readonly schema: SchemaSnapshot
  readonly records: Records
}) {
  const intl = useIntl()
  const { search, contains, empty } = state
  const labelOf = (field: string): string => schema.fields[field]?.name ?? field
  const more: MoreChip[] = [
    ...Object.entries(contains).map(([field, text]) => ({
      text: intl.formatMessage({ id: 'records.chip.contains' }, { field: labelOf(field), text }),
      onRemove: () => {
        const { [field]: _removed, ...others } = contains
        change({ contains: others })
      },
    })),
    ...empty.map((field) => ({
      text: intl.formatMessage({ id: 'records.chip.empty' }, { field: labelOf(field) }),
      onRemove: () => change({ empty: empty.filter((one) => one !== field) }),
    })),
  ]
  return (
    <div className={classes.chips}>
      <ConstraintChips
        schema={schema}
        // The words stand in the search box above.
        state={{ ...search, fulltext: '' }}
        onChange={(next) => change({ search: { ...next, fulltext: search.fulltext } })}
        onClear={() => change(withoutFilters(state))}
        more={more}
      />
    </div>
  )
}
