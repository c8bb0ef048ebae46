import { useImportJobs } from '@cartouche/react'
import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useMemo, useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'

/** An import that is chosen. */
export interface PickedImport {
  readonly id: number
  readonly name: string
}

interface ImportPickerProps {
  readonly label: ReactNode
  readonly value: PickedImport | null
  readonly onChange: (picked: PickedImport | null) => void
  /** Ids that are not offered. */
  readonly without: readonly number[]
}

const typingPauseMs = 200

/** Chooses an import in use by its name, found while typing. */
export function ImportPicker({ label, value, onChange, without }: ImportPickerProps) {
  const intl = useIntl()
  const [typed, setTyped] = useState('')
  const [settled] = useDebouncedValue(typed, typingPauseMs)
  const definition = useMemo(
    () => ({ name: 'imports to choose', fulltext: settled === value?.name ? '' : settled, maxItems: 0 }),
    [settled, value],
  )
  const { jobs, status } = useImportJobs(definition)
  const listed = jobs.filter(
    ({ id, activated, $rights }) => activated && $rights?.update && !without.includes(id),
  )
  const known = value === null || listed.some(({ id }) => id === value.id) ? listed : [value, ...listed]
  return (
    <Select
      label={label}
      searchable
      data-autofocus
      placeholder={intl.formatMessage({ id: 'imports.find' })}
      data={known.map(({ id, name }) => ({ value: String(id), label: name }))}
      filter={({ options }) => options}
      nothingFoundMessage={intl.formatMessage({ id: status === 'loaded' ? 'people.none' : 'loading' })}
      value={value === null ? null : String(value.id)}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(id) => onChange(known.find((one) => String(one.id) === id) ?? null)}
      comboboxProps={{ shadow: 'md' }}
    />
  )
}
