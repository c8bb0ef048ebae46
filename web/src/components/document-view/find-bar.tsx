import { Text, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import { ZoomButton } from '../asset-view/zoom-buttons.tsx'
import type { FoundInPages } from './page-view.ts'
import classes from './document-view.module.css'

interface FindBarProps {
  readonly found: FoundInPages | null
  /** What is looked for already, where the document was opened from a search. */
  readonly sought: string
  /** The focus stays where it is: nobody asked for the bar. */
  readonly isQuiet: boolean
  /** Why little can be found. */
  readonly hint?: TextId | undefined
  readonly onFind: (text: string) => void
  readonly onNext: (isBack: boolean) => void
  readonly onClose: () => void
}

/** Searches in what is read: Enter goes on, Shift and Enter back, Esc closes. */
export function FindBar({ found, sought, isQuiet, hint, onFind, onNext, onClose }: FindBarProps) {
  const intl = useIntl()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(sought)
  useEffect(() => {
    if (isQuiet) return
    field.current?.focus()
    field.current?.select()
  }, [isQuiet])
  const onKeyDown = (event: KeyboardEvent): void => {
    const isFind = event.key.toLowerCase() === 'f' && (event.ctrlKey || event.metaKey)
    if (event.key === 'Enter') onNext(event.shiftKey)
    else if (event.key === 'Escape') onClose()
    else if (isFind) field.current?.select()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const isNone = found !== null && found.total === 0 && !found.isSearching
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of the field and of the buttons beside it
    <search className={classes.find} onKeyDown={onKeyDown}>
      <TextInput
        ref={field}
        size="xs"
        aria-label={intl.formatMessage({ id: 'reader.find.label' })}
        placeholder={intl.formatMessage({ id: 'reader.find.label' })}
        value={text}
        maxLength={200}
        onChange={({ currentTarget: { value } }) => {
          setText(value)
          onFind(value)
        }}
      />
      <Text component="output" fz="sm" className={classes.count} c={isNone ? 'red' : undefined}>
        {found !== null &&
          (isNone ? (
            <FormattedMessage id="reader.find.none" />
          ) : (
            found.total > 0 && (
              <FormattedMessage
                id="reader.find.count"
                values={{ current: found.current, total: found.total }}
              />
            )
          ))}
      </Text>
      <ZoomButton label="reader.find.previous" Icon={IconChevronUp} onClick={() => onNext(true)} />
      <ZoomButton label="reader.find.next" Icon={IconChevronDown} onClick={() => onNext(false)} />
      <ZoomButton label="reader.find.close" Icon={IconX} onClick={onClose} />
      {hint && (
        <Text fz="sm" c="dimmed" className={classes.hint}>
          <FormattedMessage id={hint} />
        </Text>
      )}
    </search>
  )
}
