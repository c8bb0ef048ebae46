import type { FieldHeader, ImportItem } from '@cartouche/contract'
import { Badge, CloseButton, Group, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type KeyboardEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { draftOf, valueOfDraft } from '../../components/asset-details/field-editor.tsx'
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

const inputTypes: Readonly<Record<string, string>> = {
  number: 'number',
  date: 'date',
  datetime: 'datetime-local',
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
  const commit = (): void => {
    if (draft !== null && draft !== shown) onChange({ [name]: valueOfDraft({ name, header }, draft) })
    setDraft(null)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement | HTMLTextAreaElement>): void => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      // Outside of fields Esc clears the selection: with nothing to take back, the key leads there.
      if (draft === null) event.currentTarget.blur()
      setDraft(null)
    }
    if (event.key === 'Enter' && (header.type !== 'longtext' || event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      commit()
    }
  }
  const isEmptied = mandatory && shared.same && shown === '' && draft === null
  const input = {
    label: header.name,
    withAsterisk: mandatory,
    value: draft ?? shown,
    onBlur: commit,
    onKeyDown,
    error: isEmptied ? <FormattedMessage id="import.panel.mandatory" /> : null,
    placeholder: shared.same ? '' : intl.formatMessage({ id: 'import.panel.mixed' }),
  }
  if (header.type === 'longtext')
    return (
      <Textarea
        {...input}
        autosize
        minRows={2}
        maxRows={8}
        onChange={(event) => setDraft(event.currentTarget.value)}
      />
    )
  return (
    <TextInput
      {...input}
      type={inputTypes[header.type] ?? 'text'}
      step="any"
      onChange={(event) => setDraft(event.currentTarget.value)}
    />
  )
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
