import { FileInput, Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { TextId } from '../../translations/texts.ts'
import { isEmptyValue, linksOf, type RecordField } from './asset-fields.ts'
import { DateField } from '../day-input/date-field.tsx'
import { geoText } from './field-value.tsx'
import { LinkEditor } from './link-editor.tsx'

/** What stands in an editor: a text, ids of linked entities, yes and no, or a new file. */
export type Draft = string | readonly number[] | boolean | File

/** The value of a field as its editor shows it. Instants are local time. */
export function draftOf({ header }: RecordField, value: unknown): Draft {
  if (header.type === 'array' || header.type === 'object') return linksOf(value).map(({ id }) => id)
  if (header.type === 'boolean') return value === true
  if (isEmptyValue(value)) return ''
  if (header.type === 'binary') return value instanceof File ? value : ''
  if (header.type === 'json') return JSON.stringify(value, null, 2)
  if (header.type === 'geo') return geoText(value)
  if (header.type === 'datetime') return localMinute(String(value))
  return header.type === 'date' ? String(value).slice(0, 10) : String(value)
}

/** The value that an editor's content stands for; null empties a field. */
export function valueOfDraft({ header }: RecordField, draft: Draft): unknown {
  if (header.type === 'object') return Array.isArray(draft) ? (draft[0] ?? null) : null
  if (typeof draft !== 'string') return draft
  const text = draft.trim()
  if (text === '') return null
  if (header.type === 'json') return fromJson(text) ?? text
  if (header.type === 'number') return Number(text)
  if (header.type === 'datetime') return instantOf(text) ?? text
  if (header.type !== 'geo') return text
  const [lat, lon] = text.split(/[\s,;]+/).map(Number)
  return { lat, lon }
}

/** Why what stands in an editor is no value of its field; null where it is one. */
export function problemOf({ header }: RecordField, draft: Draft): TextId | null {
  if (typeof draft !== 'string' || draft.trim() === '') return null
  if (header.type === 'json') return fromJson(draft) === undefined ? 'field.problem.json' : null
  if (header.type === 'number') return Number.isFinite(Number(draft)) ? null : 'field.problem.number'
  if (header.type === 'datetime') return instantOf(draft) === null ? 'field.problem.time' : null
  return header.type === 'geo' && !/^\s*-?\d+(\.\d+)?[\s,;]+-?\d+(\.\d+)?\s*$/.test(draft)
    ? 'field.problem.geo'
    : null
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The instant of a local time; null of a day without its time. */
function instantOf(local: string): string | null {
  return local.endsWith('T') ? null : new Date(local).toISOString()
}

function localMinute(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface FieldEditorProps {
  readonly field: RecordField
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  /** The value as the record holds it: names of linked entities, or of the file. */
  readonly links: unknown
  readonly onEscape: () => void
  /** Whether it takes the focus; it does by default. */
  readonly focus?: boolean
  readonly required?: boolean
  readonly error?: ReactNode
}

/** What takes the focus of an editor: a day is a button that opens its calendar. */
const firstField = 'input:not([type=hidden]), textarea, [data-dates-input]'

/** The editor of a field, by its type. Ctrl+Enter saves a long text. */
export function FieldEditor(props: FieldEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  const { focus = true } = props
  useEffect(() => {
    if (focus) root.current?.querySelector<HTMLElement>(firstField)?.focus()
  }, [focus])
  return <div ref={root}>{editorOf(props)}</div>
}

function editorOf({
  field: { header },
  draft,
  onDraft,
  links,
  onEscape,
  required = false,
  error,
}: FieldEditorProps) {
  const { type, name: label } = header
  const marks = { withAsterisk: required, ...(error === undefined ? {} : { error }) }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onEscape()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      event.currentTarget.closest('form')?.requestSubmit()
  }
  if (type === 'array' || type === 'object') {
    return (
      <LinkEditor
        label={label}
        path={header.href?.split('/api/rest/')[1] ?? ''}
        single={type === 'object'}
        ids={Array.isArray(draft) ? draft : []}
        known={linksOf(links)}
        onIds={onDraft}
        creates="on-save"
        onKeyDown={onKeyDown}
        {...marks}
      />
    )
  }
  if (typeof draft === 'boolean')
    return <Switch label={label} checked={draft} onChange={(event) => onDraft(event.currentTarget.checked)} />
  if (type === 'binary')
    return (
      <FileInput
        label={label}
        clearable
        value={draft instanceof File ? draft : null}
        placeholder={fileName(links)}
        onChange={(file) => onDraft(file ?? '')}
        {...marks}
      />
    )
  const text = typeof draft === 'string' ? draft : ''
  if (type === 'longtext' || type === 'json') {
    return (
      <Textarea
        label={label}
        value={text}
        autosize
        minRows={3}
        maxRows={12}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        {...marks}
      />
    )
  }
  if (type === 'date' || type === 'datetime')
    return (
      <DateField
        label={label}
        withTime={type === 'datetime'}
        value={text}
        onChange={onDraft}
        onKeyDown={onKeyDown}
        {...marks}
      />
    )
  return (
    <TextInput
      label={label}
      type={type === 'number' ? 'number' : 'text'}
      step="any"
      value={text}
      onChange={(event) => onDraft(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      {...marks}
    />
  )
}

/** The name of the file that a field holds. */
function fileName(value: unknown): string {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
    ? value.name
    : ''
}
