import { calls, readsOf, type CallParameters, type Calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Group, Select, Skeleton, Stack, Table, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { DayInput } from '../../../components/day-input/day-input.tsx'
import { EmptyState } from '../../../components/empty-state/empty-state.tsx'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { textOr } from '../../../translations/error-text.ts'
import { useLastAnswer } from '../use-last-answer.ts'
import { usePages } from '../use-pages.ts'
import { UserSelect } from '../user-select.tsx'
import { AuditRows } from './audit-rows.tsx'
import classes from '../people.module.css'

export type AuditParameters = CallParameters<Calls['findAudit']>

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const filters = ['actor', 'kind', 'from', 'until', 'resource', 'id'] as const
type Filter = Partial<Record<(typeof filters)[number], string>>

/** What was done, the last first; the filter stands in the address, so that it can be sent to somebody. */
export function AuditSection() {
  const search = useSearch({ from: '/frame/administration' })
  const navigate = useNavigate()
  const reads = readsOf(useClient())
  const filter: Filter = Object.fromEntries(
    filters.map((name) => [name, textOf(search[name])]).filter(([, value]) => value !== ''),
  )
  const parameters: AuditParameters = {
    ...filter,
    ...(filter.until === undefined ? {} : { until: `${filter.until}T23:59:59.999Z` }),
  }
  const first = useRead(calls.findAudit, parameters, { freshMs: 0 })
  const shown = useLastAnswer({ parameters, isFiltered: Object.keys(filter).length > 0 }, first.data)
  const change = (next: Filter) =>
    void navigate({ to: '/administration', search: { section: 'audit', ...filter, ...next }, replace: true })
  const clear = () => void navigate({ to: '/administration', search: { section: 'audit' }, replace: true })
  return (
    <section className={classes.section} aria-labelledby="audit-title">
      <AuditFilters
        filter={filter}
        kinds={shown?.answer.kinds ?? []}
        keptDays={shown?.answer.keptDays}
        onChange={change}
      />
      <div className={classes.entries} data-scroller>
        {first.error !== null && first.data === undefined ? (
          <ErrorViewOf error={first.error} onRetry={() => reads.invalidate(calls.findAudit)} />
        ) : shown === null ? (
          <Stack p="md">
            {[1, 2, 3, 4, 5].map((row) => (
              <Skeleton key={row} h={28} />
            ))}
          </Stack>
        ) : shown.answer.entries.length === 0 ? (
          <EmptyState
            text={<FormattedMessage id="audit.none" />}
            label={<FormattedMessage id="audit.showAll" />}
            onAction={shown.asked.isFiltered ? clear : undefined}
            takesFocus
          />
        ) : (
          <AuditTable parameters={shown.asked.parameters} />
        )}
      </div>
    </section>
  )
}

function AuditFilters({
  filter,
  kinds,
  keptDays,
  onChange,
}: {
  readonly filter: Filter
  readonly kinds: readonly string[]
  readonly keptDays: number | undefined
  readonly onChange: (filter: Filter) => void
}) {
  const intl = useIntl()
  const label = (id: 'audit.who' | 'audit.kind') => ({
    'aria-label': intl.formatMessage({ id }),
    placeholder: intl.formatMessage({ id }),
  })
  const date = (name: 'from' | 'until') => (
    <DayInput
      className={classes.date}
      leftSection={
        <Text fz="xs" c="dimmed" aria-hidden>
          <FormattedMessage id={`audit.${name}`} />
        </Text>
      }
      leftSectionWidth={48}
      name={intl.formatMessage({ id: `audit.${name}` })}
      placeholder={intl.formatMessage({ id: 'calendar.any' })}
      value={filter[name] ?? null}
      withPast
      first={name === 'until' ? filter.from : undefined}
      last={name === 'from' ? filter.until : undefined}
      onChange={(day) => onChange({ [name]: day ?? '' })}
      clearLabel={intl.formatMessage({ id: `calendar.clear.${name}` })}
    />
  )
  return (
    <Group className={classes.head} gap="sm">
      <div className={classes.title}>
        <Title order={1} fz="lg" id="audit-title">
          <FormattedMessage id="administration.section.audit" />
        </Title>
        {keptDays !== undefined && (
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="audit.kept" values={{ count: keptDays }} />
          </Text>
        )}
      </div>
      <UserSelect
        className={classes.select}
        clearable
        {...label('audit.who')}
        value={filter.actor === undefined ? null : Number(filter.actor)}
        onChange={(id) => onChange({ actor: id === null ? '' : String(id) })}
      />
      <Select
        className={classes.select}
        searchable
        clearable
        {...label('audit.kind')}
        data={kinds.map((kind) => ({ value: kind, label: textOr(intl, `audit.${kind}`, kind) }))}
        value={filter.kind ?? null}
        onChange={(kind) => onChange({ kind: kind ?? '' })}
      />
      {date('from')}
      {date('until')}
    </Group>
  )
}

/** Page after page, each read by itself; the last says whether there is another. */
function AuditTable({ parameters }: { readonly parameters: AuditParameters }) {
  const { starts, addPage, rows } = usePages<number>(parameters)
  const start = starts.at(-1)
  const next = useRead(
    calls.findAudit,
    { ...parameters, ...(start === undefined ? {} : { before: start }) },
    { freshMs: 0 },
  ).data?.before
  return (
    <div ref={rows}>
      <Table verticalSpacing={6} stickyHeader layout="fixed">
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={140}>
              <FormattedMessage id="audit.when" />
            </Table.Th>
            <Table.Th>
              <FormattedMessage id="audit.what" />
            </Table.Th>
            <Table.Th w="17%" className={classes.wide}>
              <FormattedMessage id="audit.who" />
            </Table.Th>
            <Table.Th w={130} className={classes.wide}>
              <FormattedMessage id="audit.where" />
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {starts.map((one) => (
            <AuditRows
              key={one ?? 0}
              parameters={{ ...parameters, ...(one === undefined ? {} : { before: one }) }}
            />
          ))}
        </Table.Tbody>
      </Table>
      {typeof next === 'number' && (
        <Button m="sm" size="compact-sm" variant="default" onClick={() => addPage(next)}>
          <FormattedMessage id="logs.more" />
        </Button>
      )}
    </div>
  )
}
