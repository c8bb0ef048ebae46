import type { EntityData, FieldType } from '@cartouche/client'
import { Select, TextInput } from '@mantine/core'
import { useIntl } from 'react-intl'
import { LinkEditor } from '../../components/asset-details/link-editor.tsx'
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

const inputTypes: Readonly<Record<string, string>> = {
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
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
  return (
    <TextInput
      label={label}
      type={inputTypes[type] ?? 'text'}
      step="any"
      value={forInput(type, value)}
      onChange={(event) => onValue(event.currentTarget.value)}
    />
  )
}

/** Instants as inputs of the browser take them. */
function forInput(type: FieldType, value: string): string {
  return type === 'date' ? value.slice(0, 10) : type === 'datetime' ? value.slice(0, 16) : value
}
