import { calls, type RoleGrant } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { List, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { actionText, resourceText } from './grant-text.ts'

/** What most people look for first; the rest follows as the role has it. */
const firstResources = ['*', 'asset', 'cart', 'massimportjob', 'page']
const maxShown = 5

/** What a role allows, in short: the most important resources with their actions. */
export function RoleRights({ id }: { readonly id: number }) {
  const intl = useIntl()
  const { data: role } = useRead(calls.getRole, { id })
  const { data: known } = useRead(calls.listGrantables, {})
  if (role === undefined || known === undefined) return null
  if (role.fixed)
    return (
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="roles.rights.all" />
      </Text>
    )
  const byResource = [...Map.groupBy(role.grants, ({ resource }) => resource)].toSorted(
    ([one], [other]) => rankOf(one) - rankOf(other),
  )
  const nameOf = (resource: string): string =>
    resourceText(intl, resource, known.grantables.find((one) => one.resource === resource)?.label)
  const listOf = (actions: ReadonlySet<string>): string =>
    intl.formatList(new Set([...actions].map((action) => actionText(intl, action))))
  const rightsOf = (grants: readonly RoleGrant[]): string => {
    const free = new Set(grants.flatMap(({ action, rows }) => (rows === null ? action : [])))
    if (free.has('*')) return intl.formatMessage({ id: 'roles.rights.all' })
    const limited = new Set(grants.flatMap(({ action }) => (free.has(action) ? [] : action)))
    return [
      ...(free.size === 0 ? [] : [intl.formatMessage({ id: 'roles.rights.can' }, { actions: listOf(free) })]),
      ...(limited.size === 0
        ? []
        : [intl.formatMessage({ id: 'roles.rights.some' }, { actions: listOf(limited) })]),
    ].join(' ')
  }
  return (
    <List
      size="sm"
      c="dimmed"
      listStyleType="none"
      spacing="xs"
      aria-label={intl.formatMessage({ id: 'roles.rights' })}
    >
      {byResource.slice(0, maxShown).map(([resource, grants]) => (
        <List.Item key={resource}>
          <Text span inherit fw={550} c="var(--mantine-color-text)">
            {nameOf(resource)}
          </Text>
          {' · '}
          {rightsOf(grants)}
        </List.Item>
      ))}
      {byResource.length > maxShown && (
        <List.Item>
          <FormattedMessage id="roles.rights.more" values={{ count: byResource.length - maxShown }} />
        </List.Item>
      )}
      {byResource.length === 0 && (
        <List.Item>
          <FormattedMessage id="roles.nothing" />
        </List.Item>
      )}
    </List>
  )
}

function rankOf(resource: string): number {
  const at = firstResources.indexOf(resource)
  return at === -1 ? firstResources.length : at
}
