import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Badge, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useEffect } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { formatAgo } from '../../../translations/format.ts'
import type { TextId } from '../../../translations/texts.ts'
import { BackupPanel } from './backup-panel.tsx'
import type { System } from './system.ts'
import { SystemFigures } from './system-figures.tsx'
import { SystemTable } from './system-table.tsx'
import classes from './system.module.css'

/** No event announces it: it is asked for again while somebody looks. */
const refreshMs = 5000

/** How the system runs: servers, queue, caches, slow statements and the last problems, as they are now. */
export function SystemSection() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getSystem, {}, { freshMs: 0 })
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') reads.invalidate(calls.getSystem)
    }, refreshMs)
    return () => clearInterval(timer)
  }, [reads])
  return (
    <section className={classes.system} aria-labelledby="system-title">
      <Group className={classes.head} gap="sm">
        <Title order={1} fz="lg" id="system-title">
          <FormattedMessage id="administration.section.system" />
        </Title>
        {data !== undefined && error !== null && (
          <Text fz="sm" c="red" aria-live="polite">
            <FormattedMessage id="system.stale" />
          </Text>
        )}
      </Group>
      {data === undefined ? (
        error === null ? (
          <Stack p="md" aria-busy>
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} h={32} />
            ))}
          </Stack>
        ) : (
          <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getSystem)} />
        )
      ) : (
        <div className={classes.body}>
          <BackupPanel />
          <SystemFigures system={data} />
          <div className={classes.tables}>
            <Servers system={data} />
            <Queue system={data} />
            <Problems system={data} />
            <SlowStatements system={data} />
            <Caches system={data} />
          </div>
        </div>
      )}
    </section>
  )
}

interface Props {
  readonly system: System
}

function Servers({ system: { servers } }: Props) {
  const intl = useIntl()
  return (
    <SystemTable
      title="system.servers"
      none="system.servers.none"
      columns={['system.server', 'system.version', 'system.roles', 'system.started']}
      isEmpty={servers.length === 0}
    >
      {servers.map(({ name, version, roles, startedAt, answers }) => (
        <Table.Tr key={name + startedAt}>
          <Table.Td className={classes.text}>
            {name}{' '}
            {answers && (
              <Badge size="sm" variant="light">
                <FormattedMessage id="system.thisServer" />
              </Badge>
            )}
          </Table.Td>
          <Table.Td className={classes.number}>{version}</Table.Td>
          <Table.Td className={classes.number}>{roles.join(', ')}</Table.Td>
          <Table.Td className={classes.number}>{formatAgo(intl, startedAt)}</Table.Td>
        </Table.Tr>
      ))}
    </SystemTable>
  )
}

function Queue({ system: { queue } }: Props) {
  return (
    <SystemTable
      title="system.queue"
      none="system.queue.none"
      columns={['system.task', 'system.waiting', 'system.running', 'system.scheduled', 'system.failed']}
      isEmpty={queue.length === 0}
    >
      {queue.map(({ task, waiting, running, scheduled, failed }) => (
        <Table.Tr key={task}>
          <Table.Td className={classes.text}>{task}</Table.Td>
          {[waiting, running, scheduled].map((count, at) => (
            <Table.Td key={at} className={classes.number}>
              <FormattedNumber value={count} />
            </Table.Td>
          ))}
          <Table.Td className={failed > 0 ? classes.failed : classes.number}>
            <FormattedNumber value={failed} />
          </Table.Td>
        </Table.Tr>
      ))}
    </SystemTable>
  )
}

function Problems({ system: { problems } }: Props) {
  const intl = useIntl()
  return (
    <SystemTable
      title="system.problems"
      none="system.problems.none"
      columns={['system.message', 'system.requestId', 'system.when']}
      isEmpty={problems.length === 0}
    >
      {problems.map(({ at, level, message, requestId }, index) => (
        <Table.Tr key={`${at} ${index}`}>
          <Table.Td className={classes.text}>
            <Badge
              size="sm"
              variant="light"
              color={level === 'error' ? 'red' : 'yellow'}
              c="var(--mantine-color-text)"
              mr={6}
            >
              <FormattedMessage id={level === 'error' ? 'system.error' : 'system.warning'} />
            </Badge>
            {message}
          </Table.Td>
          <Table.Td className={classes.code}>{requestId ?? '–'}</Table.Td>
          <Table.Td className={classes.number}>{formatAgo(intl, at)}</Table.Td>
        </Table.Tr>
      ))}
    </SystemTable>
  )
}

function SlowStatements({ system: { slowStatements } }: Props) {
  const intl = useIntl()
  return (
    <SystemTable
      title="system.slow"
      none="system.slow.none"
      columns={['system.statement', 'system.duration', 'system.when']}
      isEmpty={slowStatements.length === 0}
    >
      {slowStatements.map(({ at, ms, statement }, index) => (
        <Table.Tr key={`${at} ${index}`}>
          <Table.Td className={classes.code}>
            <div className={classes.statement}>{statement}</div>
          </Table.Td>
          <Table.Td className={classes.number}>
            {intl.formatNumber(ms / 1000, {
              style: 'unit',
              unit: 'second',
              unitDisplay: 'narrow',
              maximumFractionDigits: 1,
            })}
          </Table.Td>
          <Table.Td className={classes.number}>{formatAgo(intl, at)}</Table.Td>
        </Table.Tr>
      ))}
    </SystemTable>
  )
}

function Caches({ system: { caches } }: Props) {
  const columns: readonly TextId[] = ['system.cache', 'system.entries', 'system.hits']
  return (
    <SystemTable
      title="system.caches"
      none="system.caches.none"
      columns={columns}
      isEmpty={caches.length === 0}
    >
      {caches.map(({ name, entries, hits, misses }) => (
        <Table.Tr key={name}>
          <Table.Td className={classes.text}>{name}</Table.Td>
          <Table.Td className={classes.number}>
            <FormattedNumber value={entries} />
          </Table.Td>
          <Table.Td className={classes.number}>
            {hits + misses === 0 ? (
              '–'
            ) : (
              <FormattedNumber value={hits / (hits + misses)} style="percent" maximumFractionDigits={0} />
            )}
          </Table.Td>
        </Table.Tr>
      ))}
    </SystemTable>
  )
}
