import { calls, type ListedAccount } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Modal, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useReturnFocus } from '../../../components/return-focus/use-return-focus.ts'
import { DayInput } from '../../../components/day-input/day-input.tsx'
import { endOf } from '../../../components/day-input/days.ts'
import { DialogButtons } from '../../../components/dialog-buttons/dialog-buttons.tsx'
import { ActFailure } from '../act-failure.tsx'
import { RoleRights } from '../role-rights.tsx'
import { RoleSelect } from '../role-select.tsx'
import { SecretDialog, type Secret } from '../secret-dialog.tsx'
import { useAct } from '../use-act.ts'
import { languageOf } from '../../../translations/languages.ts'

interface NewAccountProps {
  readonly kind: ListedAccount['kind']
  readonly onClose: () => void
}

interface Draft {
  name: string
  login: string
  email: string
  locale: string
  role: number | null
  /** The last day of the first key of an application. */
  lastDay: string | null
}

/** Makes a user or an application; what is shown only once stays until the dialog is closed. */
export function NewAccount({ kind, onClose }: NewAccountProps) {
  useReturnFocus()
  const intl = useIntl()
  const client = useClient()
  const { busy, failure, act } = useAct(calls.findAccounts, calls.listRoles)
  const [secrets, setSecrets] = useState<readonly Secret[] | null>(null)
  const needed = (value: string | number | null) =>
    value === null || String(value).trim() === '' ? <FormattedMessage id="accounts.needed" /> : null
  const form = useForm<Draft>({
    initialValues: {
      name: '',
      login: '',
      email: '',
      locale: languageOf(intl.locale),
      role: null,
      lastDay: null,
    },
    validate: {
      name: needed,
      role: needed,
      login: (login) => (kind === 'user' ? needed(login) : null),
      email: (email) =>
        email === '' || /^\S+@\S+\.\S+$/.test(email) ? null : (
          <FormattedMessage id="accounts.email.problem" />
        ),
    },
  })
  const create = ({ name, login, email, locale, role, lastDay }: Draft) =>
    act(async () => {
      if (kind === 'user') {
        const made = await client.call(calls.createUser, { name, login, email, locale, role: role ?? 0 })
        setSecrets([
          { label: <FormattedMessage id="accounts.login" />, value: made.login },
          { label: <FormattedMessage id="accounts.password" />, value: made.password },
        ])
      } else {
        const { key, secret } = await client.call(calls.createApplication, {
          name,
          role: role ?? 0,
          expiresAt: endOf(lastDay),
        })
        setSecrets([
          { label: <FormattedMessage id="accounts.key" />, value: key },
          { label: <FormattedMessage id="accounts.secret" />, value: secret },
        ])
      }
    })
  if (secrets !== null)
    return (
      <SecretDialog
        title={<FormattedMessage id="accounts.made" values={{ name: form.values.name }} />}
        values={secrets}
        onClose={onClose}
      />
    )
  return (
    <Modal opened onClose={onClose} title={<FormattedMessage id={`accounts.new.${kind}`} />}>
      <form onSubmit={form.onSubmit((draft) => void create(draft))} noValidate>
        <Stack>
          <TextInput
            withAsterisk
            label={<FormattedMessage id="accounts.name" />}
            maxLength={200}
            {...form.getInputProps('name')}
            data-autofocus
          />
          {kind === 'user' && (
            <TextInput
              withAsterisk
              label={<FormattedMessage id="accounts.login" />}
              maxLength={200}
              autoComplete="off"
              {...form.getInputProps('login')}
            />
          )}
          {kind === 'user' && (
            <TextInput
              type="email"
              label={<FormattedMessage id="accounts.email" />}
              maxLength={254}
              {...form.getInputProps('email')}
            />
          )}
          {kind === 'user' && (
            <Select
              label={<FormattedMessage id="accounts.locale" />}
              allowDeselect={false}
              data={[
                { value: 'en', label: 'English' },
                { value: 'fr', label: 'Français' },
              ]}
              {...form.getInputProps('locale')}
            />
          )}
          <RoleSelect
            withAsterisk
            label={<FormattedMessage id="accounts.role" />}
            value={form.values.role}
            onChange={(role) => form.setFieldValue('role', role)}
            error={form.errors['role']}
          />
          {kind === 'application' && (
            <DayInput
              label={<FormattedMessage id="accounts.keyExpires" />}
              placeholder={intl.formatMessage({ id: 'keys.never' })}
              value={form.values.lastDay}
              onChange={(day) => form.setFieldValue('lastDay', day)}
              clearLabel={intl.formatMessage({ id: 'keys.expires.clear' })}
            />
          )}
          {form.values.role !== null && <RoleRights id={form.values.role} />}
          <ActFailure failure={failure} />
          <DialogButtons onClose={onClose} busy={busy}>
            <FormattedMessage id="accounts.create" />
          </DialogButtons>
        </Stack>
      </form>
    </Modal>
  )
}
