import type { Grantable } from '@cartouche/client'
import { ActionIcon, Group, MultiSelect, Select, Stack, Switch, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { Tooltip } from '../../../theme/tooltip.tsx'
import type { GrantGroup } from './grant-groups.ts'
import { actionText, resourceText } from '../grant-text.ts'
import { RuleEditor } from './rule-editor.tsx'
import classes from '../people.module.css'

interface GrantsEditorProps {
  readonly groups: readonly GrantGroup[]
  readonly grantables: readonly Grantable[]
  readonly onChange: (groups: readonly GrantGroup[]) => void
}

/** The grants of a role: resources with actions, each on all or on those that a rule names. */
export function GrantsEditor({ groups, grantables, onChange }: GrantsEditorProps) {
  const intl = useIntl()
  const resources = [
    { value: '*', label: resourceText(intl, '*') },
    ...grantables.map(({ resource, label }) => ({
      value: resource,
      label: resourceText(intl, resource, label),
    })),
  ]
  const add = (resource: string | null) =>
    resource !== null &&
    onChange([
      ...groups,
      { key: `new ${groups.length} ${resource}`, resource, actions: ['view'], rows: null },
    ])
  return (
    <Stack gap="sm">
      {groups.map((group, at) => (
        <GrantCard
          key={group.key}
          group={group}
          name={resources.find(({ value }) => value === group.resource)?.label ?? group.resource}
          grantable={grantables.find(({ resource }) => resource === group.resource)}
          onChange={(next) => onChange(groups.map((one, index) => (index === at ? next : one)))}
          onRemove={() => onChange(groups.filter((_, index) => index !== at))}
        />
      ))}
      {groups.length === 0 && (
        <Text c="dimmed">
          <FormattedMessage id="roles.nothing" />
        </Text>
      )}
      <Select
        key={groups.length}
        w={320}
        maw="100%"
        searchable
        value={null}
        data={resources}
        onChange={add}
        placeholder={intl.formatMessage({ id: 'roles.addGrant' })}
        aria-label={intl.formatMessage({ id: 'roles.addGrant' })}
      />
    </Stack>
  )
}

interface GrantCardProps {
  readonly group: GrantGroup
  readonly name: string
  readonly grantable: Grantable | undefined
  readonly onChange: (group: GrantGroup) => void
  readonly onRemove: () => void
}

function GrantCard({ group, name, grantable, onChange, onRemove }: GrantCardProps) {
  const intl = useIntl()
  const actions = [
    ...new Set([...(grantable?.actions ?? ['view', 'create', 'update', 'delete']), '*', ...group.actions]),
  ].map((value) => ({ value, label: actionText(intl, value) }))
  const remove = intl.formatMessage({ id: 'action.remove' }, { name })
  const canRule = (grantable?.fields.length ?? 0) > 0
  return (
    <section className={classes.grant} aria-label={name}>
      <Group justify="space-between" wrap="nowrap">
        <Text fw={600}>{name}</Text>
        <Tooltip label={remove}>
          <ActionIcon size={28} onClick={onRemove} aria-label={remove}>
            <IconTrash size={16} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Group>
      <MultiSelect
        size="sm"
        searchable
        label={<FormattedMessage id="roles.actions" />}
        placeholder={
          group.actions.length === 0 ? intl.formatMessage({ id: 'roles.actions.choose' }) : undefined
        }
        classNames={{ inputField: classes.among }}
        data={actions}
        value={[...group.actions]}
        onChange={(chosen) => onChange({ ...group, actions: chosen })}
        error={group.actions.length === 0 ? intl.formatMessage({ id: 'roles.actions.needed' }) : undefined}
      />
      {canRule && (
        <Switch
          label={<FormattedMessage id="roles.limited" />}
          checked={group.rows !== null}
          onChange={(event) => onChange({ ...group, rows: event.currentTarget.checked ? {} : null })}
        />
      )}
      {group.rows !== null && (
        <RuleEditor
          rows={group.rows}
          fields={grantable?.fields ?? []}
          onChange={(rows) => onChange({ ...group, rows })}
        />
      )}
    </section>
  )
}
