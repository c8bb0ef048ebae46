import { FormattedMessage, useIntl, type IntlShape } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import type { TextId } from '../../../translations/texts.ts'
import type { System } from './system.ts'
import classes from './system.module.css'

/** A figure, and what it is measured against. */
interface Figure {
  readonly label: TextId
  readonly value: string
  readonly note: string
}

/** What is looked at first: each a number and what it means. */
export function SystemFigures({ system }: { readonly system: System }) {
  const intl = useIntl()
  return (
    <dl className={classes.figures}>
      {figuresOf(intl, system).map(({ label, value, note }) => (
        <div key={label} className={classes.figure}>
          <dt>
            <FormattedMessage id={label} />
          </dt>
          <dd className={classes.value}>{value}</dd>
          <dd className={classes.note}>{note}</dd>
        </div>
      ))}
    </dl>
  )
}

function figuresOf(
  intl: IntlShape,
  { servers, queue, database, mediaWorkers, memoryBytes, disk }: System,
): Figure[] {
  const say = (id: TextId, values?: Record<string, string | number>): string =>
    intl.formatMessage({ id }, values)
  const sum = (key: 'waiting' | 'running' | 'failed'): number =>
    queue.reduce((total, jobs) => total + jobs[key], 0)
  const bytes = (sizeBytes: number): string => formatBytes(intl, sizeBytes)
  return [
    {
      label: 'system.servers',
      value: intl.formatNumber(servers.length),
      note: say('system.version.of', {
        version: [...new Set(servers.map(({ version }) => version))].join(', '),
      }),
    },
    {
      label: 'system.jobsWaiting',
      value: intl.formatNumber(sum('waiting')),
      note: say('system.jobs.note', { running: sum('running'), failed: sum('failed') }),
    },
    {
      label: 'system.connections',
      value: `${intl.formatNumber(database.used)} / ${intl.formatNumber(database.max)}`,
      note: say('system.connections.note', { all: database.all, max: database.maxAll }),
    },
    {
      label: 'system.mediaWorkers',
      value: `${intl.formatNumber(mediaWorkers.busy)} / ${intl.formatNumber(mediaWorkers.max)}`,
      note: say('system.mediaWorkers.note', { waiting: mediaWorkers.waiting }),
    },
    { label: 'system.database', value: bytes(database.sizeBytes), note: say('system.database.note') },
    {
      label: 'system.disk',
      value: bytes(disk.freeBytes),
      note: say('system.disk.note', { size: bytes(disk.sizeBytes) }),
    },
    { label: 'system.memory', value: bytes(memoryBytes), note: say('system.memory.note') },
  ]
}
