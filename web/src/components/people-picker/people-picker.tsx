import { useLookup } from '@cartouche/react'
import { MultiSelect } from '@mantine/core'
import { useState, type ReactNode } from 'react'
import { useIntl } from 'react-intl'

/** A person to choose. */
export interface PickedPerson {
  readonly id: number
  readonly name: string
}

export interface PeoplePickerProps {
  readonly label: ReactNode
  readonly value: readonly PickedPerson[]
  readonly onChange: (people: readonly PickedPerson[]) => void
  /** Ids that are not offered. */
  readonly without?: readonly number[]
  /** How many may be chosen; any number by default. */
  readonly max?: number
  readonly error?: ReactNode
}

/** Chooses people by their name or login, found while typing. */
export function PeoplePicker({ label, value, onChange, without = [], max, error }: PeoplePickerProps) {
  const intl = useIntl()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState(false)
  const lookup = useLookup({ path: 'data/data/user', max: 20, orderby: 'name asc' })
  // Until the answer to what is typed has come, names that do not fit must not be a key away.
  const isSettled = lookup.status === 'loaded' && lookup.definition.fulltext === typed
  const isOffered = ({ id, name }: PickedPerson): boolean =>
    !without.includes(id) && (isSettled || name.toLowerCase().includes(typed.trim().toLowerCase()))
  const found = lookup.data
    .map((user): PickedPerson => ({
      id: user.id,
      name: typeof user['name'] === 'string' ? user['name'] : String(user.id),
    }))
    .filter(isOffered)
  const offered = [...value, ...found.filter(({ id }) => !value.some((person) => person.id === id))]
  return (
    <MultiSelect
      label={label}
      error={error}
      placeholder={value.length === max ? '' : intl.formatMessage({ id: 'people.find' })}
      searchable
      hidePickedOptions
      clearable={value.length > 1}
      maxValues={max}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={value.map(({ id }) => String(id))}
      // The server has found by name and login already.
      filter={({ options }) => options}
      searchValue={typed}
      nothingFoundMessage={intl.formatMessage({ id: lookup.hasData ? 'people.none' : 'loading' })}
      comboboxProps={{ shadow: 'md' }}
      onSearchChange={(text) => {
        setTyped(text)
        lookup.search(text)
      }}
      // Whoever was chosen, the button below is what comes next: the list must not lie over it.
      dropdownOpened={opened}
      onDropdownOpen={() => setOpened(true)}
      onDropdownClose={() => setOpened(false)}
      onChange={(ids) => {
        setOpened(false)
        onChange(ids.flatMap((id) => offered.find((person) => String(person.id) === id) ?? []))
      }}
    />
  )
}
