import { calls, readsOf, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { ActionIcon, Group, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { ErrorViewOf } from '../../../../components/error-view/error-view.tsx'
import { Tooltip } from '../../../../theme/tooltip.tsx'
import classes from '../../figures/figures.module.css'
import { fillDays } from '../../usage/fill-days.ts'
import { TimeChart } from '../../figures/time-chart.tsx'
import { CallTable } from './call-table.tsx'

type Usage = CallAnswer<Calls['getApplicationUsage']>

/** As many days as the server keeps. */
const shownDays = 30
const series = [
  { name: 'answered', label: 'calls.answered', color: 'indigo.6' },
  { name: 'failed', label: 'calls.failed', color: 'red.7' },
] as const

/** What an application called on the last 30 days. */
export function ApplicationUsage({ id }: { readonly id: number }) {
  const intl = useIntl()
  const back = intl.formatMessage({ id: 'calls.back' })
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getApplicationUsage, { id }, { freshMs: 0 })
  const [call, setCall] = useState<string | null>(null)
  return (
    <section className={classes.section} aria-labelledby="calls-title">
      <Group className={classes.head} gap="sm" wrap="nowrap">
        <Tooltip label={back}>
          <ActionIcon
            aria-label={back}
            renderRoot={(props) => (
              <Link
                to="/administration"
                search={{ section: 'applications', account: String(id) }}
                {...props}
              />
            )}
          >
            <IconArrowLeft size={19} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
        <Title order={1} fz="lg" id="calls-title">
          <FormattedMessage id="calls.title" values={{ name: data?.application.name ?? '' }} />
        </Title>
      </Group>
      {data === undefined ? (
        error === null ? (
          <Stack p="md" aria-busy>
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} h={32} />
            ))}
          </Stack>
        ) : (
          <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getApplicationUsage)} />
        )
      ) : data.calls.length === 0 ? (
        <Stack className={classes.none} align="center" justify="center">
          <Text>
            <FormattedMessage id="calls.none" />
          </Text>
        </Stack>
      ) : (
        <Stack className={classes.body} gap="xl">
          <CallsOverTime usage={data} call={call} onChoose={setCall} />
          <CallTable calls={data.calls} onChoose={setCall} />
        </Stack>
      )}
    </section>
  )
}

interface CallsOverTimeProps {
  readonly usage: Usage
  /** The one that is shown; null: all. */
  readonly call: string | null
  readonly onChoose: (call: string | null) => void
}

/** Calls by day, all or one of them, as a chart or as a table. */
function CallsOverTime({ usage: { calls: all, days }, call, onChoose }: CallsOverTimeProps) {
  const intl = useIntl()
  const [today] = useState(() => new Date())
  const own = days.filter((day) => call === null || day.call === call)
  const byDay = [...Map.groupBy(own, ({ day }) => day)].map(([key, counts]) => ({
    key,
    count: counts.reduce((sum, one) => sum + one.count, 0),
    failures: counts.reduce((sum, one) => sum + one.failures, 0),
  }))
  const rows = fillDays(
    {
      answered: byDay.map(({ key, count, failures }) => ({ key, count: count - failures })),
      failed: byDay.map(({ key, failures }) => ({ key, count: failures })),
    },
    shownDays,
    today,
  )
  return (
    <div className={classes.group}>
      <dl className={classes.figures}>
        {series.map(({ name, label }) => (
          <div key={name} className={classes.figure}>
            <dt>
              <FormattedMessage id={label} />
            </dt>
            <dd className={classes.size}>
              <FormattedNumber value={rows.reduce((sum, row) => sum + row[name], 0)} />
            </dd>
          </div>
        ))}
      </dl>
      <TimeChart unit="day" rows={rows} series={series}>
        <Select
          size="xs"
          clearable
          searchable
          aria-label={intl.formatMessage({ id: 'calls.call' })}
          placeholder={intl.formatMessage({ id: 'calls.all' })}
          data={all.map((one) => one.call).toSorted()}
          value={call}
          onChange={onChoose}
        />
      </TimeChart>
    </div>
  )
}
