import { Switch, Textarea, TextInput } from '@mantine/core'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { isEmptyValue, linksOf, type RecordField } from './asset-fields.ts'
import { geoText } from './field-value.tsx'
import { LinkEditor } from './link-editor.tsx'

/** What stands in an editor: a text, ids of linked entities, or yes and no. */
export type Draft = string | readonly number[] | boolean

/** The value of a field as its editor shows it. Instants are local time. */
export function draftOf({ header }: RecordField, value: unknown): Draft {
  if (header.type === 'array' || header.type === 'object') return linksOf(value).map(({ id }) => id)
  if (header.type === 'boolean') return value === true
  if (isEmptyValue(value)) return ''
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
  if (header.type === 'number') return Number(text)
  if (header.type === 'datetime') return new Date(text).toISOString()
  if (header.type !== 'geo') return text
  const [lat, lon] = text.split(/[\s,;]+/).map(Number)
  return { lat, lon }
}

function localMinute(instant: string): string {
  const date = new Date(instant)
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

interface FieldEditorProps {
  readonly field: RecordField
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
  /** The linked entities as the record holds them, for their names. */
  readonly links: unknown
  readonly onEscape: () => void
}

const inputTypes = { number: 'number', date: 'date', datetime: 'datetime-local' } as const

/** The editor of a field, by its type. Ctrl+Enter saves a long text. */
export function FieldEditor(props: FieldEditorProps) {
  const root = useRef<HTMLDivElement>(null)
  useEffect(() => root.current?.querySelector<HTMLElement>('input:not([type=hidden]), textarea')?.focus(), [])
  return <div ref={root}>{editorOf(props)}</div>
}

function editorOf({ field: { header }, draft, onDraft, links, onEscape }: FieldEditorProps) {
  const { type, name: label } = header
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') {
      event.preventDefault()
      onEscape()
    }
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.form?.requestSubmit()
  }
  if (type === 'array' || type === 'object') {
    return <LinkEditor label={label} path={header.href?.split('/api/rest/')[1] ?? ''} single={type === 'object'} ids={Array.isArray(draft) ? draft : []} known={linksOf(links)} onIds={onDraft} onKeyDown={onKeyDown} />
  }
  if (typeof draft === 'boolean') return <Switch label={label} checked={draft} onChange={(event) => onDraft(event.currentTarget.checked)} />
  const text = typeof draft === 'string' ? draft : ''
  if (type === 'longtext') {
    return (
      <Textarea
        label={label} value={text} autosize minRows={3} maxRows={12} onChange={(event) => onDraft(event.currentTarget.value)} onKeyDown={onKeyDown}
      />
    )
  }
  return <TextInput label={label} type={inputTypes[type as keyof typeof inputTypes] ?? 'text'} step="any" value={text} onChange={(event) => onDraft(event.currentTarget.value)} onKeyDown={onKeyDown} />
}
