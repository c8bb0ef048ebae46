import { calls, type CallAnswer, type Calls, type ListedAccount } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Group, NumberInput, Skeleton, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChartBar } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { ActFailure } from '../../act-failure.tsx'
import { useAct } from '../../use-act.ts'

type Quota = CallAnswer<Calls['getApplicationUsage']>['quota']
const mostCalls = 1_000_000_000

/** How often an application may call, and the way to what it called. */
export function ApplicationQuota({ application }: { readonly application: ListedAccount }) {
  const { data, error } = useRead(calls.getApplicationUsage, { id: application.id }, { freshMs: 0 })
  const usage = (
    <Button
      variant="default"
      mr="auto"
      leftSection={<IconChartBar size={16} stroke={1.7} aria-hidden />}
      renderRoot={(props) => (
        <Link
          to="/administration"
          search={{ section: 'applications', id: String(application.id) }}
          {...props}
        />
      )}
    >
      <FormattedMessage id="quota.usage" />
    </Button>
  )
  return (
    <Stack gap="sm" component="section" aria-labelledby="quota-title">
      <Title order={2} fz="sm" id="quota-title">
        <FormattedMessage id="quota.title" />
      </Title>
      {data !== undefined ? (
        <QuotaForm key={JSON.stringify(data.quota)} application={application} quota={data.quota}>
          {usage}
        </QuotaForm>
      ) : (
        <>
          {error === null ? <Skeleton h={60} /> : <ActFailure failure={error} />}
          {usage}
        </>
      )}
    </Stack>
  )
}

function QuotaForm({
  application: { id, name },
  quota,
  children,
}: {
  readonly application: ListedAccount
  readonly quota: Quota
  /** What stands beside its button. */
  readonly children: ReactNode
}) {
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.getApplicationUsage)
  const [draft, setDraft] = useState(quota)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (await act(async () => void (await client.call(calls.setApplicationQuota, { id, ...draft }))))
      notifications.show({ color: 'green', message: intl.formatMessage({ id: 'entries.saved' }, { name }) })
  }
  const input = (span: keyof Quota) => (
    <NumberInput
      label={<FormattedMessage id={`quota.${span}`} />}
      placeholder={intl.formatMessage({ id: 'quota.none' })}
      flex="1 1 140px"
      min={1}
      max={mostCalls}
      allowDecimal={false}
      allowNegative={false}
      thousandSeparator={intl.formatNumber(1000).replaceAll(/\d/g, '') || false}
      value={draft[span] ?? ''}
      onChange={(value) => setDraft({ ...draft, [span]: value === '' ? null : Number(value) })}
    />
  )
  const isChanged = draft.callsPerMinute !== quota.callsPerMinute || draft.callsPerDay !== quota.callsPerDay
  return (
    <form onSubmit={(event) => void save(event)} noValidate>
      <Stack gap="sm">
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="quota.hint" />
        </Text>
        <Group gap="sm" align="flex-end">
          {input('callsPerMinute')}
          {input('callsPerDay')}
        </Group>
        <Group gap="sm" justify="flex-end">
          {children}
          <Button type="submit" variant="default" loading={busy} disabled={!isChanged}>
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
        <ActFailure failure={failure} />
      </Stack>
    </form>
  )
}
