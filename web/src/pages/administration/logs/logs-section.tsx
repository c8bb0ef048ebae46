import { calls, logLevels, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import {
  Button,
  Group,
  Select,
  Skeleton,
  Stack,
  Table,
  Text,
  TextInput,
  Title,
  ActionIcon,
} from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconRefresh, IconSearch } from '@tabler/icons-react'
import { useRef, useState, type RefObject } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { Tooltip } from '../../../theme/tooltip.tsx'
import { useLastAnswer } from '../use-last-answer.ts'
import { usePages } from '../use-pages.ts'
import { LogRows } from './log-rows.tsx'
import { everything, parametersOf, times, type LogFilter, type LogTime } from './log-filter.ts'
import classes from './logs.module.css'

const typingPauseMs = 250

/** What browsers reported: found by words, level and time, page by page. */
export function LogsSection() {
  const [filter, setFilter] = useState<LogFilter>(everything)
  const [settled] = useDebouncedValue(filter, typingPauseMs)
  const reads = readsOf(useClient())
  const parameters = parametersOf(settled)
  const first = useRead(calls.findLogs, parameters, { freshMs: 0 })
  const shown = useLastAnswer({ parameters, isFiltered: settled !== everything }, first.data?.response.total)
  const searchBox = useRef<HTMLInputElement>(null)
  return (
    <section className={classes.logs} aria-labelledby="logs-title">
      <LogFilters
        filter={filter}
        total={shown?.answer}
        searchBox={searchBox}
        onChange={setFilter}
        onRefresh={() => {
          setFilter({ ...filter, chosenAtMs: Date.now() })
          reads.invalidate(calls.findLogs)
        }}
      />
      <div className={classes.scroll} data-scroller>
        {first.error !== null && first.data === undefined ? (
          <ErrorViewOf error={first.error} onRetry={() => reads.invalidate(calls.findLogs)} />
        ) : shown === null ? (
          <Stack p="md">
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} h={28} />
            ))}
          </Stack>
        ) : shown.answer === 0 ? (
          <NoLogs
            isFiltered={shown.asked.isFiltered}
            onClear={() => {
              setFilter(everything)
              searchBox.current?.focus()
            }}
          />
        ) : (
          <LogTable parameters={shown.asked.parameters} />
        )}
      </div>
    </section>
  )
}

interface LogFiltersProps {
  readonly filter: LogFilter
  readonly total: number | undefined
  readonly searchBox: RefObject<HTMLInputElement | null>
  readonly onChange: (filter: LogFilter) => void
  readonly onRefresh: () => void
}

function LogFilters({ filter, total, searchBox, onChange, onRefresh }: LogFiltersProps) {
  const intl = useIntl()
  const levels = Object.values(logLevels)
    .filter((level) => level >= logLevels.fatal)
    .map((level) => {
      const name = intl.formatMessage({ id: `logs.level.${level as 0 | 10 | 20 | 30 | 40 | 50}` })
      return {
        value: String(level),
        label:
          level === logLevels.trace
            ? intl.formatMessage({ id: 'logs.all' })
            : level === logLevels.fatal
              ? name
              : intl.formatMessage({ id: 'logs.upTo' }, { level: name }),
      }
    })
  const refresh = intl.formatMessage({ id: 'logs.refresh' })
  return (
    <Group className={classes.head} gap="sm">
      <Title order={1} fz="lg" id="logs-title">
        <FormattedMessage id="administration.section.logs" />
      </Title>
      <Text fz="sm" c="dimmed" aria-live="polite" className={classes.count}>
        {total !== undefined && <FormattedMessage id="logs.count" values={{ count: total }} />}
      </Text>
      <TextInput
        ref={searchBox}
        className={classes.search}
        size="sm"
        type="search"
        value={filter.text}
        onChange={(event) => onChange({ ...filter, text: event.currentTarget.value })}
        maxLength={200}
        aria-label={intl.formatMessage({ id: 'logs.search' })}
        placeholder={intl.formatMessage({ id: 'logs.search' })}
        leftSection={<IconSearch size={16} stroke={1.6} aria-hidden />}
      />
      <Select
        className={classes.level}
        size="sm"
        allowDeselect={false}
        data={levels}
        value={String(filter.level)}
        onChange={(level) => onChange({ ...filter, level: Number(level) })}
        aria-label={intl.formatMessage({ id: 'logs.level' })}
      />
      <Select
        className={classes.select}
        size="sm"
        allowDeselect={false}
        data={times.map((time) => ({ value: time, label: intl.formatMessage({ id: `logs.time.${time}` }) }))}
        value={filter.time}
        onChange={(time) => onChange({ ...filter, time: time as LogTime, chosenAtMs: Date.now() })}
        aria-label={intl.formatMessage({ id: 'logs.time' })}
      />
      <Tooltip label={refresh}>
        <ActionIcon size={36} onClick={onRefresh} aria-label={refresh}>
          <IconRefresh size={18} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </Group>
  )
}

function NoLogs({ isFiltered, onClear }: { readonly isFiltered: boolean; readonly onClear: () => void }) {
  return (
    <EmptyState
      text={<FormattedMessage id={isFiltered ? 'logs.noneFound' : 'logs.none'} />}
      label={<FormattedMessage id="logs.clear" />}
      onAction={isFiltered ? onClear : undefined}
      takesFocus
    />
  )
}

/** Page after page, each read by itself; the last says whether there is another. */
function LogTable({ parameters }: { readonly parameters: ReturnType<typeof parametersOf> }) {
  const { starts: tokens, addPage, rows } = usePages<string>(parameters)
  const last = useRead(
    calls.findLogs,
    { ...parameters, ...(tokens.at(-1) === undefined ? {} : { after: tokens.at(-1) }) },
    { freshMs: 0 },
  )
  const next = last.data?.links.nextResultsToken
  return (
    <div ref={rows}>
      <Table verticalSpacing={6} stickyHeader className={classes.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <FormattedMessage id="logs.level" />
            </Table.Th>
            <Table.Th className={classes.messageCell}>
              <FormattedMessage id="logs.message" />
            </Table.Th>
            <Table.Th className={classes.wide}>
              <FormattedMessage id="logs.who" />
            </Table.Th>
            <Table.Th ta="right" className={classes.wide}>
              <FormattedMessage id="logs.times" />
            </Table.Th>
            <Table.Th className={classes.wide}>
              <FormattedMessage id="logs.last" />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {tokens.map((token) => (
            <LogRows
              key={token ?? ''}
              parameters={{ ...parameters, ...(token === undefined ? {} : { after: token }) }}
            />
          ))}
        </Table.Tbody>
      </Table>
      {next !== undefined && (
        <Button m="sm" size="compact-sm" variant="default" onClick={() => addPage(next)}>
          <FormattedMessage id="logs.more" />
        </Button>
      )}
    </div>
  )
}
