import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import {
  ActionIcon,
  Alert,
  Button,
  Group,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconMailOff, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { Tooltip } from '../../../theme/tooltip.tsx'
import { useLastAnswer } from '../use-last-answer.ts'
import { usePages } from '../use-pages.ts'
import { MailRows, type MailFilter } from './mail-rows.tsx'
import classes from './outbox.module.css'

const typingPauseMs = 250
const statuses = ['kept', 'waiting', 'sent', 'failed'] as const

/** Mail that left, waits or is kept: read, sent again, deleted. */
export function OutboxSection() {
  const intl = useIntl()
  const reads = readsOf(useClient())
  const [text, setText] = useState('')
  const [status, setStatus] = useState<(typeof statuses)[number] | 'all'>('all')
  const [settled] = useDebouncedValue(text, typingPauseMs)
  const filter: MailFilter = {
    ...(settled === '' ? {} : { text: settled }),
    ...(status === 'all' ? {} : { status }),
  }
  const { data, error } = useRead(calls.findMails, filter, { freshMs: 0 })
  const shown = useLastAnswer(filter, data)
  const total = shown && Object.values(shown.answer.counts).reduce((sum, count) => sum + count, 0)
  const searchBox = useRef<HTMLInputElement>(null)
  const refresh = intl.formatMessage({ id: 'outbox.refresh' })
  const showAll = (): void => {
    setText('')
    setStatus('all')
    searchBox.current?.focus()
  }
  return (
    <section className={classes.outbox} aria-labelledby="outbox-title">
      <Group gap="sm" className={classes.head}>
        <Title order={1} fz="lg" id="outbox-title">
          <FormattedMessage id="administration.section.outbox" />
        </Title>
        <Text fz="sm" c="dimmed" aria-live="polite">
          {total !== null && <FormattedMessage id="outbox.count" values={{ count: total }} />}
        </Text>
        <TextInput
          ref={searchBox}
          className={classes.search}
          size="sm"
          type="search"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          maxLength={200}
          aria-label={intl.formatMessage({ id: 'outbox.search' })}
          placeholder={intl.formatMessage({ id: 'outbox.search' })}
          leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
        />
        <Select
          className={classes.select}
          size="sm"
          allowDeselect={false}
          value={status}
          onChange={(next) => setStatus(statuses.find((one) => one === next) ?? 'all')}
          aria-label={intl.formatMessage({ id: 'outbox.status' })}
          data={['all' as const, ...statuses].map((value) => ({
            value,
            label: intl.formatMessage({ id: `outbox.status.${value}` }),
          }))}
        />
        <Tooltip label={refresh}>
          <ActionIcon size={36} onClick={() => reads.invalidate(calls.findMails)} aria-label={refresh}>
            <IconRefresh size={18} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Group>
      {shown?.answer.hasServer === false && (
        <Alert my="sm" mx="lg" color="yellow" icon={<IconMailOff size={18} stroke={1.7} aria-hidden />}>
          <FormattedMessage id="outbox.noServer" />
        </Alert>
      )}
      <div className={classes.scroll} data-scroller>
        {error !== null && data === undefined ? (
          <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.findMails)} />
        ) : shown === null ? (
          <Stack p="md">
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} h={32} />
            ))}
          </Stack>
        ) : total === 0 ? (
          <Text p="lg" c="dimmed">
            <FormattedMessage id="outbox.none" />
          </Text>
        ) : shown.answer.mails.length === 0 ? (
          <EmptyState
            text={<FormattedMessage id="outbox.noneFound" />}
            label={<FormattedMessage id="outbox.clear" />}
            onAction={showAll}
            takesFocus
          />
        ) : (
          <Mails filter={shown.asked} canSend={shown.answer.hasServer} />
        )}
      </div>
    </section>
  )
}

function Mails({ filter, canSend }: { readonly filter: MailFilter; readonly canSend: boolean }) {
  const { starts, addPage, rows } = usePages<number>(filter)
  const last = starts.at(-1)
  const next =
    useRead(calls.findMails, { ...filter, ...(last === undefined ? {} : { before: last }) }, { freshMs: 0 })
      .data?.next ?? null
  return (
    <div ref={rows}>
      <ul className={classes.list}>
        {starts.map((before) => (
          <MailRows
            key={before ?? 0}
            filter={{ ...filter, ...(before === undefined ? {} : { before }) }}
            canSend={canSend}
          />
        ))}
      </ul>
      {next !== null && (
        <Button m="sm" size="compact-sm" variant="default" onClick={() => addPage(next)}>
          <FormattedMessage id="outbox.more" />
        </Button>
      )}
    </div>
  )
}
