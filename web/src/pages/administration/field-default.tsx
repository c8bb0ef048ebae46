import type { EntityData, FieldType } from '@cartouche/client'
import { Select, TextInput } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { LinkEditor } from '../../components/asset-details/link-editor.tsx'
import { DateField } from '../../components/day-input/date-field.tsx'
import { idsOfDefault } from './field-draft.ts'
import { pathOfSchema } from './use-schema-records.ts'

interface FieldDefaultProps {
  readonly type: FieldType
  readonly label: string
  readonly schemas: readonly EntityData[]
  /** Id of the linked schema, as text. */
  readonly target: string
  readonly value: string
  readonly onValue: (value: string) => void
}

/** What fills a field where nothing is given, by its type. */
export function FieldDefault({ type, label, schemas, target, value, onValue }: FieldDefaultProps) {
  const intl = useIntl()
  const linked = schemas.find(({ id }) => String(id) === target)
  if (type === 'object' || type === 'array') {
    if (!linked) return null
    return (
      <LinkEditor
        label={label}
        path={pathOfSchema(linked)}
        single={type === 'object'}
        ids={idsOfDefault(value)}
        known={[]}
        onIds={(ids) => onValue(ids.join(','))}
        onKeyDown={() => {}}
      />
    )
  }
  if (type === 'boolean') {
    const words = [
      { value: 'true', label: intl.formatMessage({ id: 'administration.yes' }) },
      { value: 'false', label: intl.formatMessage({ id: 'administration.no' }) },
    ]
    return (
      <Select
        label={label}
        clearable
        data={words}
        value={value === '' ? null : value}
        onChange={(chosen) => onValue(chosen ?? '')}
      />
    )
  }
  if (type === 'date' || type === 'datetime')
    return (
      <DateField
        label={label}
        withTime={type === 'datetime'}
        error={value.endsWith('T') ? <FormattedMessage id="field.problem.time" /> : null}
        value={forInput(type, value)}
        onChange={onValue}
      />
    )
  return (
    <TextInput
      label={label}
      type={type === 'number' ? 'number' : 'text'}
      step="any"
      value={value}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

/** A day, or a local minute, as the field for dates takes it. */
function forInput(type: 'date' | 'datetime', value: string): string {
  return value.slice(0, type === 'date' ? 10 : 16)
}
