import type { SchemaSnapshot } from '@cartouche/client'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../empty-state/empty-state.tsx'
import { useListName } from './list-name.ts'
import classes from './entries.module.css'

interface BarProps {
  readonly schema: SchemaSnapshot
  readonly text: string
  readonly onText: (text: string) => void
  readonly onAdd: () => void
  /** Undefined while it is not known. */
  readonly total: number | undefined
  readonly children?: ReactNode
}

/** Search, how many there are, and a new one. */
export function EntriesBar({ schema, text, onText, onAdd, total, children }: BarProps) {
  const intl = useIntl()
  const name = useListName(schema)
  return (
    <Group className={classes.bar} gap="sm">
      <TextInput
        className={classes.find}
        leftSection={<IconSearch size={16} stroke={1.7} aria-hidden />}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        placeholder={intl.formatMessage({ id: 'entries.find' })}
        aria-label={intl.formatMessage({ id: 'browse.facets.search' }, { field: name })}
      />
      {children}
      <Text fz="sm" c="dimmed" aria-live="polite" className={classes.total}>
        {total !== undefined && (
          <FormattedMessage
            id={schema.tree && text === '' ? 'entries.count.top' : 'entries.count'}
            values={{ count: total }}
          />
        )}
      </Text>
      {schema.create && (
        <Button ml="auto" leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />} onClick={onAdd}>
          <FormattedMessage id="entries.add" />
        </Button>
      )}
    </Group>
  )
}

/** No entries: none were found, or none were made yet. */
export function NoEntries({
  schema,
  text,
  onAdd,
}: {
  readonly schema: SchemaSnapshot
  readonly text: string
  readonly onAdd: () => void
}) {
  const name = useListName(schema)
  if (text !== '')
    return <EmptyState text={<FormattedMessage id="entries.noneFound" values={{ text }} />} label="" />
  return (
    <EmptyState
      text={<FormattedMessage id="entries.none" values={{ name }} />}
      label={<FormattedMessage id="entries.addFirst" />}
      onAction={schema.create ? onAdd : undefined}
    />
  )
}
