import { Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { TextId } from '../../translations/texts.ts'
import { codeOf, type Names } from './code-of.ts'

const languages = ['en', 'fr'] as const

interface CodeAndNamesProps {
  readonly code: string
  readonly names: Names
  /** The code of what is there already stays. */
  readonly isNew: boolean
  readonly label: TextId
  readonly hint: TextId
  /** What a code must look like. */
  readonly pattern: string
  readonly onChange: (part: { readonly code?: string; readonly names?: Names }) => void
}

/** A name in each language, of which one is enough, and a code that follows it until it is typed. */
export function CodeAndNames({ code, names, isNew, label, hint, pattern, onChange }: CodeAndNamesProps) {
  const [isTyped, setTyped] = useState(false)
  const rename = (next: Names): void =>
    onChange({ names: next, ...(isNew && !isTyped ? { code: codeOf(next.en || next.fr) } : {}) })
  return (
    <>
      <Group grow align="flex-start">
        {languages.map((language) => (
          <TextInput
            key={language}
            label={<FormattedMessage id={`profiles.name.${language}`} />}
            value={names[language]}
            placeholder={names.en || names.fr}
            required={languages.every((one) => one === language || names[one] === '')}
            maxLength={200}
            data-autofocus={(isNew && language === 'en') || undefined}
            onChange={(event) => rename({ ...names, [language]: event.currentTarget.value })}
          />
        ))}
      </Group>
      {isNew && (
        <TextInput
          label={<FormattedMessage id={label} />}
          description={<FormattedMessage id={hint} />}
          value={code}
          required
          maxLength={40}
          pattern={pattern}
          onChange={(event) => {
            setTyped(event.currentTarget.value !== '')
            onChange({ code: event.currentTarget.value })
          }}
        />
      )}
    </>
  )
}
