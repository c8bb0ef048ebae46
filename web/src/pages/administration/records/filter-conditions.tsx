import type { FieldHeader } from '@cartouche/client'
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkEditor } from '../../../components/asset-details/link-editor.tsx'
import { linkedPath } from '../../../components/asset-text/value-name.tsx'
import { DayRange } from '../../../components/day-input/day-range.tsx'
import {
  conditionsOf,
  emptyCondition,
  isComplete,
  withCondition,
  type Condition,
} from './filter-condition.ts'
import type { RecordsState } from './record-address.ts'

interface FilterConditionsProps {
  readonly field: string
  readonly header: FieldHeader
  readonly state: RecordsState
  readonly onApply: (changes: Partial<RecordsState>) => void
}

/** What a field must be: a value, a part of one, between two, or nothing. */
export function FilterConditions({ field, header, state, onApply }: FilterConditionsProps) {
  const intl = useIntl()
  const kinds = conditionsOf(header.type)
  const [condition, setCondition] = useState<Condition>({ ...emptyCondition, kind: kinds[0] ?? 'is' })
  const set = (changes: Partial<Condition>): void => setCondition({ ...condition, ...changes })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isComplete(condition)) onApply(withCondition(state, field, condition))
      }}
    >
      <Stack gap="sm">
        <Select
          label={<FormattedMessage id="records.filter.condition" />}
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={kinds.map((value) => ({
            value,
            label: intl.formatMessage({ id: `records.filter.${value}` }),
          }))}
          value={condition.kind}
          onChange={(kind) => set({ kind: kinds.find((one) => one === kind) ?? condition.kind })}
        />
        <ConditionValue header={header} condition={condition} onChange={set} />
        <Group justify="flex-end">
          <Button type="submit" disabled={!isComplete(condition)}>
            <FormattedMessage id="records.filter.add" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface ConditionValueProps {
  readonly header: FieldHeader
  readonly condition: Condition
  readonly onChange: (changes: Partial<Condition>) => void
}

function ConditionValue({ header, condition, onChange }: ConditionValueProps) {
  const intl = useIntl()
  const { kind, values, from, until } = condition
  const path = linkedPath(header)
  if (kind === 'empty') return null
  if (kind === 'between' && header.type !== 'number')
    return <DayRange withinPortal={false} from={from} until={until} onChange={onChange} />
  if (kind === 'between')
    return (
      <Group grow gap="xs">
        <TextInput
          type="number"
          step="any"
          label={<FormattedMessage id="browse.from" />}
          value={from}
          onChange={(event) => onChange({ from: event.currentTarget.value })}
        />
        <TextInput
          type="number"
          step="any"
          label={<FormattedMessage id="browse.until" />}
          value={until}
          onChange={(event) => onChange({ until: event.currentTarget.value })}
        />
      </Group>
    )
  if (path !== undefined)
    return (
      <LinkEditor
        label={header.name}
        path={path}
        single={false}
        ids={values.map(Number)}
        known={[]}
        onIds={(ids) => onChange({ values: ids.map(String) })}
        onKeyDown={() => {}}
      />
    )
  if (header.type === 'boolean')
    return (
      <Select
        label={header.name}
        comboboxProps={{ withinPortal: false }}
        data={(['true', 'false'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `records.filter.${value}` }),
        }))}
        value={values[0] ?? null}
        onChange={(value) => onChange({ values: value === null ? [] : [value] })}
      />
    )
  return (
    <TextInput
      label={header.name}
      maxLength={200}
      value={values[0] ?? ''}
      onChange={(event) => onChange({ values: [event.currentTarget.value] })}
    />
  )
}
