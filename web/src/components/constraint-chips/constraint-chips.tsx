import type { SchemaSnapshot } from '@cartouche/client'
import { Button, CloseButton, Group, Pill } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { memo, type ReactNode } from 'react'
import {
  clearConstraints,
  isConstrained,
  meantAsTyped,
  type BrowseState,
} from '../../address/browse-address.ts'
import { conditionsOf } from './conditions.tsx'
import classes from './constraint-chips.module.css'

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
  const insteadOf =
    asked === undefined ? undefined : intl.formatMessage({ id: 'search.insteadOf' }, { text: asked })
  const chips = conditionsOf(intl, state, schema)
  return (
    <Group
      gap={6}
      component="ul"
      className={classes.chips}
      aria-label={intl.formatMessage({ id: 'browse.chips' })}
    >
      {insteadOf !== undefined && (
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
            <span className={classes.chipText} title={insteadOf}>
              {insteadOf}
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
        <span className={classes.chipText} title={name}>
          {label}
        </span>
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
