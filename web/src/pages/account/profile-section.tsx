import { profileOf } from '@cartouche/client'
import type { Surfer } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { Alert, Button, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { languageName } from '../../components/asset-details/track-name.ts'
import { writtenLanguages } from '../../components/languages/written-languages.ts'
import { useWithProof } from '../../components/proof/proof-context.ts'
import { errorText } from '../../translations/error-text.ts'
import { languageOf } from '../../translations/languages.ts'
import { useLanguage } from '../../translations/translations.tsx'
import { Section } from './section.tsx'

/** Name, e-mail, the language of the interface and those that the person writes texts in. */
export function ProfileSection({ user }: { readonly user: Surfer }) {
  const intl = useIntl()
  const client = useClient()
  const withProof = useWithProof()
  const { setLanguage } = useLanguage()
  const [failure, setFailure] = useState<unknown>(null)
  const [busy, setBusy] = useState(false)
  const initial = {
    name: user.name,
    email: user.email ?? '',
    locale: languageOf(user.locale),
    contriblangs: user.userdata.contriblangs.map(({ code }) => code),
  }
  const form = useForm({
    initialValues: initial,
    validate: {
      name: (value) => (value.trim() === '' ? <FormattedMessage id="accountPage.name.needed" /> : null),
      email: (value) =>
        value === '' || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value.trim()) ? null : (
          <FormattedMessage id="accountPage.email.wrong" />
        ),
    },
  })
  const save = async ({ name, email, locale, contriblangs }: typeof initial): Promise<void> => {
    setBusy(true)
    setFailure(null)
    try {
      await withProof(() =>
        profileOf(client).patch({ name: name.trim(), email: email.trim(), bolang: locale, contriblangs }),
      )
      form.resetDirty({ name, email, locale, contriblangs })
      setLanguage(locale)
      notifications.show({ message: <FormattedMessage id="accountPage.saved" /> })
    } catch (error) {
      setFailure(error)
    }
    setBusy(false)
  }
  const known = [...new Set([...writtenLanguages, ...initial.contriblangs])].map((value) => ({
    value,
    label: languageName(intl, value),
  }))
  return (
    <Section title="accountPage.profile">
      <form onSubmit={form.onSubmit((values) => void save(values))} noValidate>
        <Stack gap="md">
          {failure === null ? null : (
            <Alert color="red" role="alert">
              {errorText(intl, failure)}
            </Alert>
          )}
          <TextInput
            label={<FormattedMessage id="signIn.login" />}
            value={user.login}
            readOnly
            variant="filled"
            description={<FormattedMessage id="accountPage.login.fixed" />}
          />
          <TextInput
            label={<FormattedMessage id="accountPage.name" />}
            autoComplete="name"
            maxLength={200}
            {...form.getInputProps('name')}
          />
          <TextInput
            label={<FormattedMessage id="accountPage.email" />}
            type="email"
            autoComplete="email"
            maxLength={254}
            {...form.getInputProps('email')}
          />
          <Select
            label={<FormattedMessage id="account.language" />}
            allowDeselect={false}
            data={[
              { value: 'en', label: 'English' },
              { value: 'fr', label: 'Français' },
            ]}
            {...form.getInputProps('locale')}
          />
          <MultiSelect
            label={<FormattedMessage id="accountPage.languages" />}
            description={<FormattedMessage id="accountPage.languages.text" />}
            data={known}
            searchable
            hidePickedOptions
            maxValues={20}
            clearButtonProps={{ 'aria-label': intl.formatMessage({ id: 'action.clearAll' }) }}
            {...form.getInputProps('contriblangs')}
          />
          <Button type="submit" w="fit-content" loading={busy} disabled={!form.isDirty()}>
            <FormattedMessage id="action.save" />
          </Button>
        </Stack>
      </form>
    </Section>
  )
}
