import { importJobStatuses } from '@cartouche/client'
import { Group, Select, Text, TextInput, Title } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { UserSelect } from '../user-select.tsx'
import { archivedChoices, type ImportsState } from './imports-address.ts'
import type { ImportsControl } from './use-imports-state.ts'
import classes from '../records/records.module.css'

const typingPauseMs = 250
const statuses = Object.keys(importJobStatuses) as (keyof typeof importJobStatuses)[]

interface ImportsToolbarProps extends ImportsControl {
  /** How many imports are found, once it is known. */
  readonly total: number | undefined
}

/** How many imports are listed, the search, and what narrows them. */
export function ImportsToolbar({ state, change, total }: ImportsToolbarProps) {
  const intl = useIntl()
  return (
    <Group className={classes.head} gap="sm">
      <Title order={1} fz="lg">
        <FormattedMessage id="import.all" />
      </Title>
      <Text fz="sm" c="dimmed" aria-live="polite" className={classes.count}>
        {total !== undefined && <FormattedMessage id="imports.count" values={{ count: total }} />}
      </Text>
      <div className={classes.rest}>
        <NameSearch state={state} change={change} />
        <UserSelect
          value={state.owner}
          onChange={(owner) => change({ owner })}
          clearable
          className={classes.filter}
          w={180}
          placeholder={intl.formatMessage({ id: 'imports.column.jobowner' })}
          aria-label={intl.formatMessage({ id: 'imports.column.jobowner' })}
        />
        <Select
          value={state.status}
          onChange={(status) => change({ status: statuses.find((one) => one === status) ?? null })}
          clearable
          className={classes.filter}
          w={150}
          placeholder={intl.formatMessage({ id: 'imports.column.status' })}
          aria-label={intl.formatMessage({ id: 'imports.column.status' })}
          data={statuses.map((value) => ({
            value,
            label: intl.formatMessage({ id: `imports.status.${value}` }),
          }))}
        />
        <Select
          value={state.archived}
          onChange={(archived) =>
            change({ archived: archivedChoices.find((one) => one === archived) ?? 'active' })
          }
          allowDeselect={false}
          className={classes.filter}
          w={190}
          aria-label={intl.formatMessage({ id: 'import.filter' })}
          data={archivedChoices.map((value) => ({
            value,
            label: intl.formatMessage({ id: `imports.show.${value}` }),
          }))}
        />
      </div>
    </Group>
  )
}

function NameSearch({ state, change }: ImportsControl) {
  const intl = useIntl()
  const [typed, setTyped] = useState(state.text)
  const [asked, setAsked] = useState(state.text)
  // Another address, by Back or a link: what is typed follows it.
  if (asked !== state.text) {
    setAsked(state.text)
    if (typed.trim() !== state.text) setTyped(state.text)
  }
  const search = useDebouncedCallback(
    (text: ImportsState['text']) => change({ text }, { replace: true }),
    typingPauseMs,
  )
  return (
    <TextInput
      className={classes.search}
      type="search"
      leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      value={typed}
      maxLength={200}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
      placeholder={intl.formatMessage({ id: 'imports.find' })}
      aria-label={intl.formatMessage({ id: 'imports.find' })}
    />
  )
}
