import { assetStatuses, calls, type Grantable, type Operator, type QueryValue } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Autocomplete, MultiSelect, Select, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIntl } from 'react-intl'
import { dayOfLocal } from '../../../components/day-input/days.ts'

interface ConditionValueProps {
  readonly field: Grantable['fields'][number] | undefined
  readonly operator: Operator
  readonly values: readonly QueryValue[]
  readonly onChange: (values: readonly QueryValue[]) => void
}

interface Option {
  readonly value: string
  readonly label: string
}

const listed: ReadonlySet<Operator> = new Set(['in', 'nin', 'dof', 'ndof'])
const nothing = '∅'
const offered = 200

/**
 * What a field is compared with: chosen where the values are known, written else. `$me` is the caller, `$now`
 * the present instant, which is written as `now`.
 */
export function ConditionValue(props: ConditionValueProps) {
  const intl = useIntl()
  const { field, values, onChange } = props
  const empty = { value: nothing, label: intl.formatMessage({ id: 'roles.value.empty' }) }
  if (field?.type === 'boolean')
    return (
      <Choice
        {...props}
        options={[
          { value: 'true', label: intl.formatMessage({ id: 'administration.yes' }) },
          { value: 'false', label: intl.formatMessage({ id: 'administration.no' }) },
        ]}
        parse={(text) => text === 'true'}
      />
    )
  if (field?.name === 'status')
    return (
      <Choice
        {...props}
        options={Object.entries(assetStatuses).map(([name, number]) => ({
          value: String(number),
          label: intl.formatMessage({ id: `status.${name as keyof typeof assetStatuses}` }),
        }))}
        parse={Number}
      />
    )
  if (field?.target) return <LinkedValue {...props} target={field.target} empty={empty} />
  const label = intl.formatMessage({ id: 'roles.value' })
  const parse = (text: string): QueryValue =>
    text === nothing || text === ''
      ? null
      : field?.type === 'number' && Number.isFinite(Number(text))
        ? Number(text)
        : text
  if (listed.has(props.operator))
    return (
      <TagsInput
        size="xs"
        aria-label={label}
        value={values.filter((value) => value !== null).map(String)}
        onChange={(texts) => onChange(texts.map(parse))}
      />
    )
  if (field?.type === 'date' || field?.type === 'datetime')
    return <DateValue value={values[0]} empty={empty} onChange={onChange} />
  return (
    <TextInput
      size="xs"
      aria-label={label}
      placeholder={empty.label}
      value={String(values[0] ?? '')}
      onChange={(event) => onChange([parse(event.currentTarget.value)])}
    />
  )
}

/** A date, written as those that are offered: now, and today. */
function DateValue({
  value,
  empty,
  onChange,
}: Pick<ConditionValueProps, 'onChange'> & {
  readonly value: QueryValue | undefined
  readonly empty: Option
}) {
  const intl = useIntl()
  const now = intl.formatMessage({ id: 'roles.value.now' })
  const [today] = useState(() => dayOfLocal(new Date()))
  return (
    <Autocomplete
      size="xs"
      aria-label={intl.formatMessage({ id: 'roles.value' })}
      placeholder={empty.label}
      data={[now, today]}
      filter={({ options }) => options}
      value={value === '$now' ? now : String(value ?? '')}
      onChange={(text) => onChange([text === '' ? null : text === now ? '$now' : text])}
    />
  )
}

/** Entities of another resource by name; of people also who asks. */
function LinkedValue({
  target,
  empty,
  ...props
}: ConditionValueProps & { readonly target: string; readonly empty: Option }) {
  const intl = useIntl()
  const { data } = useRead(calls.findEntities, {
    path: `dam/data/${target}`,
    max: offered,
    orderby: 'name asc',
    withAggregates: false,
  })
  const named = (data?.response.data ?? [])
    .flatMap((entity) => (typeof entity === 'string' ? [] : [entity]))
    .map(({ id, name }) => ({ value: String(id), label: name ?? String(id) }))
  const unknown = props.values
    .filter(
      (value) => value !== null && value !== '$me' && !named.some((option) => option.value === String(value)),
    )
    .map((value) => ({
      value: String(value),
      label: intl.formatMessage({ id: 'entity.number' }, { id: String(value) }),
    }))
  const me = target === 'user' ? [{ value: '$me', label: intl.formatMessage({ id: 'roles.value.me' }) }] : []
  return (
    <Choice
      {...props}
      options={[...me, ...named, ...unknown, empty]}
      parse={(text) => (text === nothing ? null : text === '$me' ? text : Number(text))}
    />
  )
}

function Choice({
  operator,
  values,
  onChange,
  options,
  parse,
}: ConditionValueProps & {
  readonly options: readonly Option[]
  readonly parse: (text: string) => QueryValue
}) {
  const intl = useIntl()
  const texts = values.map((value) => (value === null ? nothing : String(value)))
  const shared = {
    size: 'xs',
    searchable: true,
    'aria-label': intl.formatMessage({ id: 'roles.value' }),
    placeholder:
      texts.length === 0 || texts[0] === nothing ? intl.formatMessage({ id: 'roles.value.choose' }) : '',
    data: [...options],
  } as const
  if (listed.has(operator))
    return (
      <MultiSelect
        {...shared}
        value={texts.filter((text) => text !== nothing || values.length > 1)}
        onChange={(chosen) => onChange(chosen.map(parse))}
      />
    )
  return (
    <Select
      {...shared}
      allowDeselect={false}
      value={texts[0] ?? null}
      onChange={(text) => onChange([parse(text ?? nothing)])}
    />
  )
}
