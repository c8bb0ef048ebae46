import { calls, readsOf, type RoleRecord } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, Skeleton, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { roleText } from '../../../components/asset-text/role-text.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { ActFailure } from '../act-failure.tsx'
import { ConfirmDialog } from '../confirm-dialog.tsx'
import { StorageLimitFields } from '../storage-limit-fields.tsx'
import { useAct } from '../use-act.ts'
import { grantsOf, groupGrants, type GrantGroup } from './grant-groups.ts'
import { GrantsEditor } from './grants-editor.tsx'
import classes from '../people.module.css'

/** One role: its name, whether its people see watermarks, and all that it grants. */
export function RoleDetail({ id, onGone }: { readonly id: number; readonly onGone: () => void }) {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getRole, { id }, { freshMs: 0 })
  if (data === undefined)
    return error !== null ? (
      <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getRole)} />
    ) : (
      <Stack p="md">
        {[1, 2, 3, 4, 5].map((row) => (
          <Skeleton key={row} h={36} />
        ))}
      </Stack>
    )
  return <RoleForm key={data.version} role={data} onGone={onGone} />
}

function RoleForm({ role, onGone }: { readonly role: RoleRecord; readonly onGone: () => void }) {
  const intl = useIntl()
  const client = useClient()
  const { data } = useRead(calls.listGrantables, {})
  const { busy, failure, act } = useAct(calls.listRoles, calls.getRole)
  const [name, setName] = useState(role.name)
  const [watermark, setWatermark] = useState(role.watermark)
  const [groups, setGroups] = useState<readonly GrantGroup[]>(() => groupGrants(role.grants))
  const [storageLimit, setStorageLimit] = useState(role.storageLimit)
  const [asking, setAsking] = useState(false)
  const isDirty =
    name !== role.name ||
    watermark !== role.watermark ||
    storageLimit.sizeBytes !== role.storageLimit.sizeBytes ||
    storageLimit.files !== role.storageLimit.files ||
    JSON.stringify(grantsOf(groups)) !== JSON.stringify(grantsOf(groupGrants(role.grants)))
  const save = async (): Promise<void> => {
    const saved = await act(
      async () =>
        void (await client.call(calls.updateRole, {
          id: role.id,
          name,
          watermark,
          storageLimit,
          version: role.version,
          ...(role.fixed ? {} : { grants: grantsOf(groups) }),
        })),
    )
    if (saved)
      notifications.show({ color: 'green', message: intl.formatMessage({ id: 'entries.saved' }, { name }) })
  }
  return (
    <section className={classes.detail} aria-label={roleText(intl, role.name)}>
      <Group justify="space-between" align="flex-start">
        <Title order={1} fz="lg">
          {roleText(intl, role.name)}
        </Title>
        {!role.builtIn && (
          <Button variant="light" color="red" onClick={() => setAsking(true)}>
            <FormattedMessage id="roles.delete" />
          </Button>
        )}
      </Group>
      <Group align="flex-end">
        <TextInput
          label={<FormattedMessage id="accounts.name" />}
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Switch
          mb={8}
          label={<FormattedMessage id="roles.watermark" />}
          checked={watermark}
          onChange={(event) => setWatermark(event.currentTarget.checked)}
        />
      </Group>
      <StorageLimitFields hint="storageLimit.ofRole" value={storageLimit} onChange={setStorageLimit} />
      <Title order={2} fz="md">
        <FormattedMessage id="roles.grants" />
      </Title>
      {role.fixed ? (
        <Alert color="gray" variant="light">
          <FormattedMessage id="roles.fixed" />
        </Alert>
      ) : data === undefined ? (
        <Skeleton h={200} />
      ) : (
        <GrantsEditor groups={groups} grantables={data.grantables} onChange={setGroups} />
      )}
      {role.bySchemas.length > 0 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage
            id="roles.bySchemas"
            values={{
              resources: role.bySchemas
                .map(({ resource, writes }) => `${resource}${writes ? ' ✎' : ''}`)
                .join(', '),
            }}
          />
        </Text>
      )}
      <Stack className={classes.sticky} gap="sm">
        <ActFailure failure={failure} />
        <Group justify="flex-end">
          <Text fz="sm" c="dimmed">
            <FormattedMessage id="roles.atOnce" />
          </Text>
          <Button loading={busy} disabled={!isDirty || name.trim() === ''} onClick={() => void save()}>
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
      </Stack>
      {asking && <DeleteRole role={role} onClose={() => setAsking(false)} onGone={onGone} />}
    </section>
  )
}

function DeleteRole({
  role: { id, name, accounts },
  onClose,
  onGone,
}: {
  readonly role: RoleRecord
  readonly onClose: () => void
  readonly onGone: () => void
}) {
  const client = useClient()
  const { busy, failure, act } = useAct(calls.listRoles)
  const remove = async (): Promise<void> => {
    if (await act(async () => void (await client.call(calls.deleteRole, { id })))) onGone()
  }
  return (
    <ConfirmDialog
      title={<FormattedMessage id="roles.delete.title" values={{ name }} />}
      label={<FormattedMessage id="action.delete" values={{ name }} />}
      busy={busy}
      failure={failure}
      disabled={accounts > 0}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Text>
        <FormattedMessage
          id={accounts > 0 ? 'roles.delete.used' : 'roles.delete.text'}
          values={{ count: accounts }}
        />
      </Text>
    </ConfirmDialog>
  )
}
