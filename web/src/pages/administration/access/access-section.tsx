import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Group, NumberInput, Select, Text, Title } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { actionText, resourceText } from '../grant-text.ts'
import { UserSelect } from '../user-select.tsx'
import { Explanation } from './explanation.tsx'
import classes from '../people.module.css'

const typingPauseMs = 300
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Why somebody can, or cannot, do something with an entity; all that is asked stands in the address. */
export function AccessSection() {
  const intl = useIntl()
  const search = useSearch({ from: '/frame/administration' })
  const navigate = useNavigate()
  const { data } = useRead(calls.listGrantables, {})
  const [account, resource, id, action] = [
    textOf(search['account']),
    textOf(search['resource']) || 'asset',
    textOf(search['id']),
    textOf(search['action']) || 'view',
  ]
  const [settledId] = useDebouncedValue(id, typingPauseMs)
  const ask = (change: Record<string, string>) =>
    void navigate({
      to: '/administration',
      search: { section: 'access', account, resource, id, action, ...change },
      replace: true,
    })
  // Whose rows have no schema is not found by an id here: what is granted is shown without one.
  const resources = (data?.grantables ?? []).map((one) => ({
    value: one.resource,
    label: resourceText(intl, one.resource, one.label),
  }))
  const actions = (data?.grantables.find((one) => one.resource === resource)?.actions ?? ['view']).map(
    (value) => ({ value, label: actionText(intl, value) }),
  )
  return (
    <section className={classes.detail} aria-labelledby="access-title">
      <div>
        <Title order={1} fz="lg" id="access-title">
          <FormattedMessage id="administration.section.access" />
        </Title>
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="access.hint" />
        </Text>
      </div>
      <Group align="flex-end" gap="sm" className={classes.ask}>
        <UserSelect
          label={<FormattedMessage id="access.who" />}
          placeholder={intl.formatMessage({ id: 'access.who.choose' })}
          value={account === '' ? null : Number(account)}
          onChange={(chosen) => ask({ account: chosen === null ? '' : String(chosen) })}
        />
        <Select
          searchable
          allowDeselect={false}
          label={<FormattedMessage id="access.action" />}
          data={actions}
          value={action}
          onChange={(next) => ask({ action: next ?? 'view' })}
        />
        <Select
          searchable
          allowDeselect={false}
          label={<FormattedMessage id="access.resource" />}
          data={resources}
          value={resource}
          onChange={(next) => ask({ resource: next ?? 'asset', action: 'view', id: '' })}
        />
        <NumberInput
          hideControls
          allowDecimal={false}
          allowNegative={false}
          label={<FormattedMessage id="access.id" />}
          placeholder={intl.formatMessage({ id: 'access.any' })}
          value={id}
          onChange={(next) => ask({ id: String(next) })}
        />
      </Group>
      {account === '' ? (
        <Text c="dimmed">
          <FormattedMessage id="access.chooseWho" />
        </Text>
      ) : (
        <Explanation
          parameters={{
            account: Number(account),
            resource,
            action,
            ...(settledId === '' ? {} : { id: Number(settledId) }),
          }}
        />
      )}
    </section>
  )
}
