import type { SchemaSnapshot } from '@cartouche/client'
import { Button, CloseButton, Group, Pill } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { FormattedDate, FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { memo, type ReactNode } from 'react'
import { textOr } from '../../translations/error-text.ts'
import {
  clearConstraints,
  clearNumbers,
  isConstrained,
  meantAsTyped,
  setDates,
  toggleBelow,
  toggleValue,
  toggleWithout,
  type BrowseState,
} from '../../address/browse-address.ts'
import { boundsText } from '../phrase/bounds-text.ts'
import { ValueName, valueName } from '../asset-text/value-name.tsx'
import { inText } from '../../translations/in-text.ts'
import classes from './constraint-chips.module.css'

interface Chip {
  readonly key: string
  readonly label: ReactNode
  readonly without: BrowseState
}

/** A condition that a page knows beside those of the list's state. */
export interface MoreChip {
  /** Its words, and its name for screen readers. */
  readonly text: string
  readonly onRemove: () => void
}

/** What constrains the list, each with a cross that takes it away. */
export const ConstraintChips = memo(function ConstraintChips({
  schema,
  state,
  onChange,
  more = noMore,
  onClear = () => onChange(clearConstraints(state)),
}: {
  readonly schema: SchemaSnapshot
  readonly state: BrowseState
  readonly onChange: (next: BrowseState) => void
  readonly more?: readonly MoreChip[]
  /** Takes all of them away. */
  readonly onClear?: () => void
}) {
  const intl = useIntl()
  if (!isConstrained(state) && more.length === 0) return null
  const { asked } = state
  const chips = chipsOf(
    intl,
    state,
    (field) => schema.fields[field]?.name ?? textOr(intl, `field.${field}`, field),
    schema,
  )
  return (
    <Group
      gap={6}
      component="ul"
      className={classes.chips}
      aria-label={intl.formatMessage({ id: 'browse.chips' })}
    >
      {asked !== undefined && (
        <li>
          <Button
            size="compact-xs"
            variant="default"
            radius="xl"
            className={classes.asked}
            leftSection={<IconArrowBackUp size={14} stroke={1.7} aria-hidden />}
            onClick={() => {
              onChange(meantAsTyped(state))
              // The button goes: who pressed it goes on at what was found.
              document.getElementById('results')?.focus()
            }}
            aria-label={intl.formatMessage({ id: 'search.asTyped' }, { text: asked })}
          >
            <span className={classes.chipText}>
              <FormattedMessage id="search.insteadOf" values={{ text: asked }} />
            </span>
          </Button>
        </li>
      )}
      {chips.map(({ key, label, without }) => (
        <ChipItem key={key} name={key} label={label} onRemove={() => onChange(without)} />
      ))}
      {more.map(({ text, onRemove }) => (
        <ChipItem key={text} name={text} label={text} onRemove={onRemove} />
      ))}
      {chips.length + more.length > 1 && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={onClear}>
            <FormattedMessage id="action.clearAll" />
          </Button>
        </li>
      )}
    </Group>
  )
})

const noMore: readonly MoreChip[] = []

interface ChipItemProps {
  readonly name: string
  readonly label: ReactNode
  readonly onRemove: () => void
}

function ChipItem({ name, label, onRemove }: ChipItemProps) {
  const intl = useIntl()
  return (
    <li>
      <Pill size="md" className={classes.chip} classNames={{ label: classes.chipLabel ?? '' }}>
        <span className={classes.chipText}>{label}</span>
        <CloseButton
          size={18}
          className={classes.chipCross}
          onClick={onRemove}
          aria-label={intl.formatMessage({ id: 'action.remove' }, { name })}
        />
      </Pill>
    </li>
  )
}

function chipsOf(
  intl: IntlShape,
  state: BrowseState,
  label: (field: string) => string,
  schema: SchemaSnapshot,
): Chip[] {
  const text: Chip[] =
    state.fulltext === ''
      ? []
      : [
          {
            key: state.fulltext,
            label: <FormattedMessage id="browse.chip.text" values={{ text: state.fulltext }} />,
            without: { ...state, fulltext: '' },
          },
        ]
  const chipOf = (field: string, value: string, without: BrowseState): Chip => ({
    key: `${label(field)} ${schema.fields[field]?.type === 'boolean' ? valueName(intl, field, { id: value }, schema.fields[field]) : value}`,
    without,
    label: (
      <>
        <span className={classes.chipField}>{label(field)}</span>{' '}
        <ValueName field={field} value={value} header={schema.fields[field]} />
      </>
    ),
  })
  const values = Object.entries(state.values).flatMap(([field, chosen]) =>
    chosen.map((value) => chipOf(field, value, toggleValue(state, field, value))),
  )
  const nodes = Object.entries(state.below).flatMap(([field, chosen]) =>
    chosen.map((value) => chipOf(field, value, toggleBelow(state, field, value))),
  )
  const empty = (state.without ?? []).map((field): Chip => {
    const words = intl.formatMessage(
      { id: 'browse.group.none' },
      { field: inText(label(field), intl.locale) },
    )
    return { key: words, label: words, without: toggleWithout(state, field) }
  })
  const dates = Object.entries(state.dates).flatMap(([field, { from, until }]): Chip[] => [
    ...(from === ''
      ? []
      : [
          {
            key: `from ${field}`,
            label: <DateChip bound="from" field={field} label={label(field)} day={from} />,
            without: setDates(state, field, { from: '', until }),
          },
        ]),
    ...(until === ''
      ? []
      : [
          {
            key: `until ${field}`,
            label: <DateChip bound="until" field={field} label={label(field)} day={until} />,
            without: setDates(state, field, { from, until: '' }),
          },
        ]),
  ])
  const numbers = Object.entries(state.numbers).map(([field, bounds]): Chip => {
    const words = boundsText(intl, field, bounds)
    return {
      key: `${label(field)} ${words}`,
      without: clearNumbers(state, field),
      label: (
        <>
          <span className={classes.chipField}>{label(field)}</span> {words}
        </>
      ),
    }
  })
  return [...text, ...values, ...nodes, ...empty, ...dates, ...numbers]
}

interface DateChipProps {
  readonly bound: 'from' | 'until'
  readonly field: string
  readonly label: string
  readonly day: string
}

function DateChip({ bound, field, label, day }: DateChipProps) {
  const id =
    field === 'takenat' ? (`browse.chip.${bound}.takenat` as const) : (`browse.chip.${bound}` as const)
  return (
    <FormattedMessage
      id={id}
      values={{ field: label, date: <FormattedDate value={day} dateStyle="medium" timeZone="UTC" /> }}
    />
  )
}
