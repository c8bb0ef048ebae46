import { Autocomplete, CloseButton, Kbd } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useIntl } from 'react-intl'

export interface SearchBoxProps {
  /** The words that the address asks for. */
  readonly text: string
  /** Suggested completions of what is typed. */
  readonly suggestions: readonly string[]
  /** Every keystroke. */
  readonly onType: (text: string) => void
  /** Enter, a chosen suggestion, or the clearing cross. */
  readonly onSearch: (text: string) => void
  readonly big?: boolean
}

/** The search box: `/` focuses it, Enter searches, words are suggested while typing. */
export function SearchBox({ text, suggestions, onType, onSearch, big = false }: SearchBoxProps) {
  const intl = useIntl()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState({ of: text, value: text })
  // A change of the address (a chip taken away, Back) wins over what was typed before it.
  const value = typed.of === text ? typed.value : text
  const type = (next: string): void => {
    setTyped({ of: text, value: next })
    onType(next)
  }
  const search = (next: string): void => {
    setTyped({ of: text, value: next })
    onSearch(next.trim())
  }
  useHotkeys(big ? [] : [['/', () => input.current?.focus(), { preventDefault: true }]])
  return (
    <search><form onSubmit={(event) => { event.preventDefault(); search(value) }}>
      <Autocomplete
        ref={input} value={value} onChange={type} onOptionSubmit={search} data={[...suggestions]} filter={({ options }) => options}
        size={big ? 'md' : 'sm'} radius="md" limit={6} maxLength={1000} spellCheck={false} enterKeyHint="search" autoCapitalize="none"
        aria-label={intl.formatMessage({ id: 'search.label' })} placeholder={intl.formatMessage({ id: 'search.placeholder' })}
        leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
        rightSection={value === '' ? (big ? null : <Kbd size="xs" visibleFrom="sm" aria-hidden>/</Kbd>) : <CloseButton size="sm" onClick={() => search('')} aria-label={intl.formatMessage({ id: 'search.clear' })} />}
        comboboxProps={{ shadow: 'md', transitionProps: { duration: 100 } }}
      />
    </form></search>
  )
}
