import type { FieldHeader, ImportItem } from '@cartouche/contract'
import { Badge, CloseButton, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { draftOf, problemOf, valueOfDraft } from '../../components/asset-details/field-editor.tsx'
import { DateField } from '../../components/day-input/date-field.tsx'
import { LinkEditor } from '../../components/asset-details/link-editor.tsx'
import { permissionsOf } from './import-rows.ts'
import { linkChange, sharedLinks, sharedValue } from './shared-values.ts'
import classes from './import.module.css'

export interface DescribeFieldProps {
  readonly name: string
  readonly header: FieldHeader
  readonly items: readonly ImportItem[]
  readonly onChange: (data: Readonly<Record<string, unknown>>) => void
}

/**
 * One field of several items at once: links are added and taken away, other values take the place of what
 * was.
 */
export function DescribeField(props: DescribeFieldProps) {
  const { type } = props.header
  return type === 'array' || type === 'object' ? <LinksField {...props} /> : <ValueField {...props} />
}

function ValueField({ name, header, items, onChange }: DescribeFieldProps) {
  const intl = useIntl()
  const shared = sharedValue(items, name)
  const now = shared.same ? draftOf({ name, header }, shared.value) : ''
  const shown = typeof now === 'string' ? now : ''
  const [draft, setDraft] = useState<string | null>(null)
  const mandatory = items.some((item) => permissionsOf(item, name).mandatory)
  const withTime = header.type === 'datetime'
  const isPartial = (text: string): boolean => withTime && problemOf({ name, header }, text) !== null
  const take = (next: string): void => {
    if (next !== shown) onChange({ [name]: valueOfDraft({ name, header }, next) })
    setDraft(null)
  }
  const commit = (): void => {
    if (draft !== null && !isPartial(draft)) take(draft)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      // Outside of fields Esc clears the selection: with nothing to take back, the key leads there.
      if (draft === null && event.target instanceof HTMLElement) event.target.blur()
      setDraft(null)
    }
    // On a day it opens the calendar.
    const isOnDay = event.target instanceof HTMLButtonElement
    if (event.key === 'Enter' && !isOnDay && (header.type !== 'longtext' || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      commit()
    }
  }
  const isEmptied = mandatory && shared.same && shown === '' && draft === null
  const input = {
    label: header.name,
    withAsterisk: mandatory,
    value: draft ?? shown,
    onKeyDown,
    error: isEmptied ? <FormattedMessage id="import.panel.mandatory" /> : null,
    placeholder: shared.same ? '' : intl.formatMessage({ id: 'import.panel.mixed' }),
  }
  if (header.type === 'date' || header.type === 'datetime')
    return (
      <DateField
        {...input}
        {...(draft !== null && isPartial(draft) && { error: <FormattedMessage id="field.problem.time" /> })}
        withTime={withTime}
        // A day is picked at once; a time is typed in parts.
        onChange={(next) => (isOtherDay(next, input.value) && !isPartial(next) ? take(next) : setDraft(next))}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (!currentTarget.contains(relatedTarget)) commit()
        }}
      />
    )
  if (header.type === 'longtext')
    return (
      <Textarea
        {...input}
        autosize
        minRows={2}
        maxRows={8}
        onBlur={commit}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...input}
      type={header.type === 'number' ? 'number' : 'text'}
      step="any"
      onBlur={commit}
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  )
}

function isOtherDay(next: string, before: string): boolean {
  return next.slice(0, 10) !== before.slice(0, 10)
}

function LinksField({ name, header, items, onChange }: DescribeFieldProps) {
  const intl = useIntl()
  const { common, others, fresh } = sharedLinks(items, name)
  const isSingle = header.type === 'object'
  const change = (ids: readonly number[]): void => {
    const changed = isSingle ? (ids[0] ?? null) : linkChange(common, ids)
    if (isSingle || changed !== null) onChange({ [name]: changed })
  }
  return (
    <div>
      <LinkEditor
        label={header.name}
        path={header.href?.split('/api/rest/')[1] ?? ''}
        single={isSingle}
        ids={common.map(({ id }) => id)}
        known={common}
        onIds={change}
        creates="at-once"
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          // As above; the list closes first, and what is typed would be taken when the field is left.
          const { ariaExpanded, value } = event.currentTarget
          if (ariaExpanded !== 'true' && value === '') event.currentTarget.blur()
        }}
      />
      {others.length > 0 && (
        <Text fz="sm" c="dimmed" mt={4}>
          <FormattedMessage
            id="import.panel.links"
            values={{
              names: others
                .map(({ name: link, count }) =>
                  intl.formatMessage({ id: 'import.panel.link' }, { name: link, count, total: items.length }),
                )
                .join(', '),
            }}
          />
        </Text>
      )}
      {fresh.length > 0 && (
        <>
          <Text fz="sm" c="dimmed" mt={4}>
            <FormattedMessage id="import.panel.new" />
          </Text>
          <Group gap={4} mt={2}>
            {fresh.map((keyword) => (
              <Badge
                key={keyword}
                variant="light"
                color="gray"
                radius="sm"
                fw={450}
                className={classes.fresh}
                rightSection={
                  <CloseButton
                    size={16}
                    iconSize={12}
                    aria-label={intl.formatMessage({ id: 'import.panel.new.remove' }, { name: keyword })}
                    onClick={() => onChange({ [name]: { $mode: 'remove', $values: [{ name: keyword }] } })}
                  />
                }
              >
                {keyword}
              </Badge>
            ))}
          </Group>
        </>
      )}
    </div>
  )
}
