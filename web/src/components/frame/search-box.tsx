import { Autocomplete, CloseButton, Group, Kbd, Text, type ComboboxData } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { IconFilterSearch, IconSearch } from '@tabler/icons-react'
import { useRef, useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import classes from './search-box.module.css'

export interface SearchBoxProps {
  /** What stands in it. */
  readonly value: string
  /** Suggested completions of what was typed when they were asked for. */
  readonly suggestions: readonly string[]
  /** The text that they are for; empty while others are on their way. */
  readonly suggestedFor: string
  /** Every keystroke. */
  readonly onType: (text: string) => void
  /** Enter, a chosen suggestion, or the clearing cross. */
  readonly onSearch: (text: string) => void
  /**
   * What the typed phrase is understood as; chosen by the first arrow and Enter, or by Ctrl or ⌘ with Enter.
   */
  readonly phraseOption?: ReactNode
  readonly onPhrase: () => void
  /** A button at the end of the box. */
  readonly tool?: ReactNode
}

/** The value of the option that applies what was understood: nobody types it. */
const phraseValue = '\u0000understood'

/**
 * The search box: `/` focuses it, Enter searches, words are suggested while typing, and a phrase is offered
 * as what it means.
 */
export function SearchBox({
  value,
  suggestions,
  suggestedFor,
  onType,
  onSearch,
  phraseOption,
  onPhrase,
  tool = null,
}: SearchBoxProps) {
  const intl = useIntl()
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const type = (next: string): void => {
    // A chosen option is written into the box; this one is no words.
    if (next !== phraseValue) onType(next)
  }
  const search = (next: string): void => {
    // The list would cover what was found.
    setOpen(false)
    onSearch(next)
  }
  const apply = (): void => {
    setOpen(false)
    onPhrase()
  }
  // Of those for a former text only what fits the present one: Enter would take another word than is meant.
  const fitting = suggestions.filter(
    (one) => suggestedFor.trim() === value.trim() || one.toLowerCase().startsWith(value.toLowerCase()),
  )
  const data: ComboboxData = [...(phraseOption === undefined ? [] : [phraseValue]), ...fitting]
  const hasKey = value === ''
  useHotkeys([['/', () => input.current?.focus(), { preventDefault: true }]])
  return (
    <search
      className={classes.box}
      data-tool={tool !== null || undefined}
      data-key={hasKey || undefined}
      data-words={value !== '' || undefined}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(value)
        }}
      >
        <Autocomplete
          ref={input}
          value={value}
          onChange={type}
          onOptionSubmit={(chosen) => (chosen === phraseValue ? apply() : search(chosen))}
          data={data}
          filter={({ options }) => options}
          dropdownOpened={isOpen}
          onDropdownOpen={() => setOpen(true)}
          onDropdownClose={() => setOpen(false)}
          renderOption={({ option }) =>
            option.value === phraseValue ? <PhraseOption text={phraseOption} /> : option.value
          }
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || phraseOption === undefined)
              return
            event.preventDefault()
            apply()
          }}
          size="sm"
          radius="md"
          limit={7}
          maxLength={1000}
          spellCheck={false}
          enterKeyHint="search"
          autoCapitalize="none"
          aria-label={intl.formatMessage({ id: 'search.label' })}
          placeholder={intl.formatMessage({ id: 'search.placeholder' })}
          leftSection={<IconSearch size={17} stroke={1.6} aria-hidden />}
          rightSectionWidth="var(--search-tools)"
          rightSection={
            <div className={classes.tools}>
              {value !== '' && (
                <CloseButton
                  size="sm"
                  onClick={() => search('')}
                  aria-label={intl.formatMessage({ id: 'search.clear' })}
                />
              )}
              {hasKey && (
                <Kbd size="xs" visibleFrom="sm" aria-hidden>
                  /
                </Kbd>
              )}
              <span className={classes.tool}>{tool}</span>
            </div>
          }
          comboboxProps={{ position: 'bottom-start', shadow: 'md', transitionProps: { duration: 100 } }}
          classNames={{ dropdown: classes.dropdown }}
        />
      </form>
    </search>
  )
}

const isMac = /mac|iphone|ipad/i.test(navigator.userAgent)

function PhraseOption({ text }: { readonly text: ReactNode }) {
  return (
    <Group gap="xs" wrap="nowrap" w="100%" miw={0} align="flex-start">
      <IconFilterSearch size={17} stroke={1.6} aria-hidden className={classes.phraseIcon} />
      <Text span fz="sm" lh="28px" flex={1} miw={0}>
        <FormattedMessage id="phrase.understood" values={{ text }} />
      </Text>
      <Kbd size="xs" mt={4} visibleFrom="sm" aria-hidden>
        {isMac ? '⌘' : 'Ctrl'} ↵
      </Kbd>
    </Group>
  )
}
