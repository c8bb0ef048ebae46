import { calls, readsOf, type CallAnswer, type Calls } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Button, Drawer, Group, Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { FormattedDate, FormattedMessage, useIntl } from 'react-intl'
import { firstFocus } from '../../../components/first-focus/first-focus.ts'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { ErrorViewOf } from '../../../components/error-view/error-view.tsx'
import { ActFailure } from '../act-failure.tsx'
import { StorageUseBar } from '../../../components/storage-use/storage-use.tsx'
import { RoleRights } from '../role-rights.tsx'
import { RoleSelect } from '../role-select.tsx'
import { StorageLimitFields } from '../storage-limit-fields.tsx'
import { useAct } from '../use-act.ts'
import { AccountActions } from './account-actions.tsx'
import { AccountState } from './account-state.tsx'
import { ApplicationKeys } from './applications/application-keys.tsx'
import { ApplicationQuota } from './applications/application-quota.tsx'

type Account = CallAnswer<Calls['getAccount']>

/** One user or application: what it is, changed in place, and what can be done with it. */
export function AccountDrawer({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  useReturnFocus()
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getAccount, { id }, { freshMs: 0 })
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="min(100%, 460px)"
      title={<span {...firstFocus}>{data?.name}</span>}
    >
      {data !== undefined ? (
        <Stack gap="lg">
          <AccountForm key={JSON.stringify(data)} account={data} />
          {data.kind === 'application' && (
            <>
              <ApplicationKeys application={data} />
              <ApplicationQuota application={data} />
            </>
          )}
          <AccountActions account={data} onGone={onClose} />
        </Stack>
      ) : error !== null ? (
        <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getAccount)} />
      ) : (
        <Stack>
          {[1, 2, 3, 4].map((row) => (
            <Skeleton key={row} h={32} />
          ))}
        </Stack>
      )}
    </Drawer>
  )
}

const languages = [
  { value: 'en', label: 'English' },
  { value: 'fr', label: 'Français' },
]

function AccountForm({ account }: { readonly account: Account }) {
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.findAccounts, calls.getAccount, calls.listRoles)
  const initial = {
    name: account.name,
    login: account.login,
    email: account.email ?? '',
    locale: account.locale ?? '',
    role: account.role?.id ?? null,
    storageLimit: account.storage?.own ?? { sizeBytes: null, files: null },
  }
  const form = useForm({
    initialValues: initial,
    validate: { name: (name) => (name.trim() === '' ? <FormattedMessage id="accounts.needed" /> : null) },
  })
  const save = async ({ name, login, email, locale, role, storageLimit }: typeof initial): Promise<void> => {
    const change =
      account.kind === 'user'
        ? { name, login, email, ...(locale === '' ? {} : { locale }), storageLimit }
        : { name }
    const saved = await act(
      async () =>
        void (await client.call(calls.updateAccount, {
          id: account.id,
          ...change,
          ...(role === null ? {} : { role }),
        })),
    )
    if (saved)
      notifications.show({ color: 'green', message: intl.formatMessage({ id: 'entries.saved' }, { name }) })
  }
  return (
    <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
      <Stack>
        <Group gap="xs">
          <AccountState kind={account.kind} state={account.state} />
          <Text fz="sm" c="dimmed">
            <FormattedMessage
              id="accounts.since"
              values={{ date: <FormattedDate value={account.createdAt} dateStyle="medium" /> }}
            />{' '}
            · <FormattedMessage id="entity.number" values={{ id: String(account.id) }} />
          </Text>
        </Group>
        <TextInput
          withAsterisk
          label={<FormattedMessage id="accounts.name" />}
          maxLength={200}
          {...form.getInputProps('name')}
        />
        {account.kind === 'user' && (
          <TextInput
            label={<FormattedMessage id="accounts.login" />}
            maxLength={200}
            {...form.getInputProps('login')}
          />
        )}
        {account.kind === 'user' && (
          <TextInput
            type="email"
            label={<FormattedMessage id="accounts.email" />}
            maxLength={254}
            {...form.getInputProps('email')}
          />
        )}
        {account.kind === 'user' && (
          <Select
            label={<FormattedMessage id="accounts.locale" />}
            placeholder={intl.formatMessage({ id: 'accounts.locale.none' })}
            data={languages}
            {...form.getInputProps('locale')}
            value={form.values.locale === '' ? null : form.values.locale}
            onChange={(locale) => form.setFieldValue('locale', locale ?? '')}
          />
        )}
        <RoleSelect
          withAsterisk
          allowDeselect={false}
          label={<FormattedMessage id="accounts.role" />}
          value={form.values.role}
          onChange={(role) => form.setFieldValue('role', role)}
        />
        {form.values.role !== null && <RoleRights id={form.values.role} />}
        {account.storage && (
          <>
            <StorageLimitFields
              hint="storageLimit.ofPerson"
              value={form.values.storageLimit}
              onChange={(storageLimit) => form.setFieldValue('storageLimit', storageLimit)}
            />
            <StorageUseBar use={account.storage} />
          </>
        )}
        <ActFailure failure={failure} />
        <Group justify="flex-end">
          <Button type="submit" loading={busy} disabled={!form.isDirty()}>
            <FormattedMessage id="action.save" />
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
