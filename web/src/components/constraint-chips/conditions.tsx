import type { SchemaSnapshot } from '@cartouche/client'
import { useSchema } from '@cartouche/react'
import { Pill } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { textOr } from '../../translations/error-text.ts'
import { inText } from '../../translations/in-text.ts'
import {
  clearNumbers,
  setDates,
  toggleBelow,
  toggleValue,
  toggleWithout,
  type BrowseState,
} from '../../address/browse-address.ts'
import { assetPath } from '../../address/browse-cursor.ts'
import { ValueName, valueName } from '../asset-text/value-name.tsx'
import { boundsText } from '../phrase/bounds-text.ts'
import { datesText } from '../phrase/dates-text.ts'
import classes from './constraint-chips.module.css'

/** One thing that constrains a list. */
interface Condition {
  /** Its name for screen readers. */
  readonly key: string
  readonly label: ReactNode
  /** The list without it. */
  readonly without: BrowseState
}

/** All that constrains a list, in the order of its chips. */
export function conditionsOf(intl: IntlShape, state: BrowseState, schema: SchemaSnapshot): Condition[] {
  const labelOf = (field: string): string =>
    schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field)
  const text: Condition[] =
    state.fulltext === ''
      ? []
      : [
          {
            key: state.fulltext,
            label: <FormattedMessage id="browse.chip.text" values={{ text: state.fulltext }} />,
            without: { ...state, fulltext: '' },
          },
        ]
  const conditionOf = (field: string, value: string, without: BrowseState): Condition => ({
    key: `${labelOf(field)} ${schema.fields[field]?.type === 'boolean' ? valueName(intl, field, { id: value }, schema.fields[field]) : value}`,
    without,
    label: (
      <>
        <span className={classes.chipField}>{labelOf(field)}</span>{' '}
        <ValueName field={field} value={value} header={schema.fields[field]} />
      </>
    ),
  })
  const values = Object.entries(state.values).flatMap(([field, chosen]) =>
    chosen.map((value) => conditionOf(field, value, toggleValue(state, field, value))),
  )
  const nodes = Object.entries(state.below).flatMap(([field, chosen]) =>
    chosen.map((value) => conditionOf(field, value, toggleBelow(state, field, value))),
  )
  const empty = (state.without ?? []).map((field): Condition => {
    const words = intl.formatMessage(
      { id: 'browse.group.none' },
      { field: inText(labelOf(field), intl.locale) },
    )
    return { key: words, label: words, without: toggleWithout(state, field) }
  })
  const dates = Object.entries(state.dates).map(([field, bounds]): Condition => {
    const words = datesText(intl, field, labelOf(field), bounds)
    return { key: words, label: words, without: setDates(state, field, { from: '', until: '' }) }
  })
  const numbers = Object.entries(state.numbers).map(([field, bounds]): Condition => {
    const words = boundsText(intl, field, bounds)
    return {
      key: `${labelOf(field)} ${words}`,
      without: clearNumbers(state, field),
      label: (
        <>
          <span className={classes.chipField}>{labelOf(field)}</span> {words}
        </>
      ),
    }
  })
  return [...text, ...values, ...nodes, ...empty, ...dates, ...numbers]
}

/** What would constrain the list of assets, in the form of its chips, to be read only. */
export function ConditionWords({ state }: { readonly state: BrowseState }) {
  const intl = useIntl()
  const schema = useSchema(assetPath)
  if (Object.keys(schema.schemas).length === 0) return null
  return (
    <span className={classes.words}>
      {conditionsOf(intl, state, schema).map(({ key, label }, index) => (
        <Fragment key={key}>
          {index > 0 && ' '}
          <Pill component="span" size="md" className={classes.chip}>
            {label}
          </Pill>
        </Fragment>
      ))}
    </span>
  )
}
