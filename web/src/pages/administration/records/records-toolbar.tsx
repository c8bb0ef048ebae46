import type { SchemaSnapshot } from '@cartouche/client'
import { Button, Group, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconPlus, IconSearch } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useListName } from '../../../components/entries/list-name.ts'
import type { Records } from './use-records.ts'
import classes from './records.module.css'

const typingPauseMs = 250

interface RecordsToolbarProps {
  readonly schema: SchemaSnapshot
  readonly records: Records
  readonly children?: ReactNode
}

/** What is listed, how many there are, the search, and a new one. */
export function RecordsToolbar({ schema, records, children }: RecordsToolbarProps) {
  const intl = useIntl()
  const { state, change, cursor } = records
  const name = useListName(schema)
  const [text, setText] = useState(state.search.fulltext)
  const [asked, setAsked] = useState(state.search.fulltext)
  // Another address, by Back or a link: what is typed follows it.
  if (asked !== state.search.fulltext) {
    setAsked(state.search.fulltext)
    if (text.trim() !== state.search.fulltext) setText(state.search.fulltext)
  }
  const search = useDebouncedCallback(
    (fulltext: string) => change({ search: { ...state.search, fulltext } }, { replace: true }),
    typingPauseMs,
  )
  return (
    <Group className={classes.head} gap="sm">
      <Title order={1} fz="lg">
        {name}
      </Title>
      <Text fz="sm" c="dimmed" aria-live="polite" className={classes.count}>
        {cursor.hasData && <FormattedMessage id="records.count" values={{ count: cursor.total }} />}
      </Text>
      <div className={classes.rest}>
        <TextInput
          className={classes.search}
          type="search"
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
          value={text}
          maxLength={200}
          onChange={(event) => {
            setText(event.currentTarget.value)
            search(event.currentTarget.value.trim())
          }}
          placeholder={intl.formatMessage({ id: 'entries.find' })}
          aria-label={intl.formatMessage({ id: 'browse.facets.search' }, { field: name })}
        />
        {children}
        {schema.create && (
          <Button
            className={classes.add}
            leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
            onClick={() => change({ record: 'new' })}
          >
            <FormattedMessage id="entries.add" />
          </Button>
        )}
      </div>
    </Group>
  )
}
