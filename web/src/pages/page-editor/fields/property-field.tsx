import { directionIn, type ComponentField } from '@cartouche/components'
import { Autocomplete, NumberInput, Select, Switch, Textarea, TextInput } from '@mantine/core'
import { pagesOf } from '@cartouche/client'
import { useClient, useReadable } from '@cartouche/react'
import type { ReactNode } from 'react'
import { useIntl } from 'react-intl'
import { textOr } from '../../../translations/error-text.ts'
import { useTyped } from '../use-typed.ts'
import { AssetField } from './asset-field.tsx'
import { choiceLabel, choicesOf, fieldLabel } from './field-labels.ts'
import { FocusField } from './focus-field.tsx'
import { HtmlField } from './html-field.tsx'
import { LanguageField } from './language-field.tsx'
import { LinkField } from './link-field.tsx'
import { QueryField } from './query-field.tsx'

interface PropertyFieldProps {
  readonly field: ComponentField
  /** Undefined where nobody said anything. */
  readonly value: unknown
  /** The language of a text, where it is not that of the page. */
  readonly lang?: string
  /** In place of the hint of the field. */
  readonly hint?: ReactNode
  readonly onChange: (value: unknown) => void
}

/** One property of a component, filled in as its schema says. */
export function PropertyField({ field, value: given, lang, hint: ownHint, onChange }: PropertyFieldProps) {
  const intl = useIntl()
  const { name, kind, standard } = field
  const value = given === undefined ? standard : given
  const label = fieldLabel(intl, name)
  const hint = textOr(intl, `pageField.${name}.hint`, '')
  const text = typeof value === 'string' ? value : ''
  switch (kind) {
    case 'switch':
      return (
        <Switch
          label={label}
          description={hint}
          checked={value === true}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      )
    case 'number':
      return (
        <NumberInput
          label={label}
          description={hint}
          allowDecimal={false}
          clampBehavior="strict"
          {...(field.min === undefined ? {} : { min: field.min })}
          {...(field.max === undefined ? {} : { max: field.max })}
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => {
            if (typeof next === 'number') onChange(next)
          }}
        />
      )
    case 'choice':
    case 'order':
      return (
        <Select
          label={label}
          description={hint}
          allowDeselect={false}
          data={(choicesOf(field) ?? []).map((choice) => ({
            value: choice,
            label: choiceLabel(intl, name, choice),
          }))}
          value={text}
          onChange={(next) => onChange(next ?? standard)}
        />
      )
    case 'asset':
    case 'assets':
      return <AssetField label={label} hint={hint} field={field} value={value} onChange={onChange} />
    case 'focus':
      return <FocusField label={label} value={value} onChange={onChange} />
    case 'html':
      return <HtmlField label={label} hint={ownHint} value={text} lang={lang} onChange={onChange} />
    case 'language':
    case 'languages':
      return (
        <LanguageField
          label={label}
          hint={hint}
          isList={kind === 'languages'}
          value={value}
          onChange={onChange}
        />
      )
    case 'query':
      return <QueryField label={label} value={value} onChange={onChange} />
    case 'address':
      return (
        <LinkField
          label={label}
          hint={hint}
          value={text}
          maxLength={field.maxLength ?? 2000}
          onChange={onChange}
        />
      )
    case 'page':
      return (
        <PagePathField
          label={label}
          hint={hint}
          value={text}
          maxLength={field.maxLength ?? 2000}
          onChange={onChange}
        />
      )
    case 'line':
    case 'text':
      return (
        <TextField
          label={label}
          hint={ownHint ?? hint}
          value={text}
          lang={lang}
          isLong={kind === 'text'}
          maxLength={field.maxLength ?? 300}
          onChange={onChange}
        />
      )
  }
}

interface TextFieldProps {
  readonly label: string
  readonly hint: ReactNode
  readonly value: string
  readonly lang?: string | undefined
  readonly maxLength: number
  readonly onChange: (value: string) => void
}

function TextField({
  label,
  hint,
  value,
  lang,
  isLong,
  maxLength,
  onChange,
}: TextFieldProps & { isLong: boolean }) {
  const typed = useTyped(value, onChange)
  const shared = {
    label,
    description: hint,
    lang,
    // As the reader's browser will see it; of the page's own language, by its first letter.
    dir: lang === undefined ? 'auto' : directionIn(lang),
    maxLength,
    value: typed.text,
    onBlur: typed.onBlur,
    onKeyDown: typed.onKeyDown,
  }
  return isLong ? (
    <Textarea
      {...shared}
      autosize
      minRows={2}
      maxRows={8}
      onChange={(event) => typed.onText(event.currentTarget.value)}
    />
  ) : (
    <TextInput {...shared} onChange={(event) => typed.onText(event.currentTarget.value)} />
  )
}

/** The address of a page of ours, found by its name. */
function PagePathField({ label, hint, value, maxLength, onChange }: TextFieldProps) {
  const { pages } = useReadable(pagesOf(useClient()).list)
  const typed = useTyped(value, onChange)
  const known = new Map(
    pages.flatMap(({ path, name, copietravail }) =>
      path === '' || copietravail ? [] : [[path, name] as const],
    ),
  )
  return (
    <Autocomplete
      label={label}
      description={hint}
      maxLength={maxLength}
      data={[...known.keys()]}
      limit={30}
      // Found by the name of the page as well as by its address.
      filter={({ options, search }) =>
        options.filter(
          (option) =>
            'value' in option &&
            `${option.value} ${known.get(option.value) ?? ''}`
              .toLowerCase()
              .includes(search.trim().toLowerCase()),
        )
      }
      renderOption={({ option }) => (
        <span>
          {known.get(option.value)}{' '}
          <span style={{ color: 'var(--mantine-color-dimmed)' }}>{option.value}</span>
        </span>
      )}
      value={typed.text}
      onChange={typed.onText}
      onOptionSubmit={onChange}
      onBlur={typed.onBlur}
      onKeyDown={typed.onKeyDown}
    />
  )
}
