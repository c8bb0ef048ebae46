import type { PageLink } from '@cartouche/contract'
import { calls, readsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { LinkExpiry } from '../share-dialog/link-limits.tsx'
import { LinkPassword } from '../share-dialog/link-password.tsx'
import { expiryOf, newShareForm, type ShareForm } from '../share-dialog/share-draft.ts'

interface NewPageLinkFormProps {
  readonly pageId: number
  readonly onCreated: (link: PageLink) => void
}

type Form = Pick<ShareForm, 'name' | 'lifetime' | 'lastDay' | 'password' | 'ownPassword'>

/** For whom a link to a page is, until when it is good, and whether it asks for a password. */
export function NewPageLinkForm({ pageId, onCreated }: NewPageLinkFormProps) {
  const intl = useIntl()
  const client = useClient()
  const [form, setForm] = useState<Form>(() => newShareForm(''))
  const [isDayWrong, setDayWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const change = (part: Partial<Form>): void => setForm((now) => ({ ...now, ...part }))
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const expires = expiryOf(form, Date.now())
    setDayWrong(expires === null)
    if (expires === null) return
    setBusy(true)
    setFailure(null)
    try {
      const made = await client.call(calls.createPageLink, {
        page: pageId,
        name: form.name.trim(),
        expires: expires.toISOString(),
        askForPassword: form.password !== 'none',
        ...(form.password === 'own' ? { password: form.ownPassword } : {}),
      })
      readsOf(client).invalidate(calls.listPageLinks)
      onCreated(made)
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <form onSubmit={(event) => void create(event)}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="pageLinks.intro" />
        </Text>
        <TextInput
          label={<FormattedMessage id="pageLinks.name" />}
          placeholder={intl.formatMessage({ id: 'pageLinks.name.example' })}
          value={form.name}
          maxLength={200}
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <LinkExpiry form={form} onChange={change} isDayWrong={isDayWrong} />
        <LinkPassword form={form} onChange={change} />
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Button type="submit" loading={busy}>
          <FormattedMessage id="shareDialog.create" />
        </Button>
      </Stack>
    </form>
  )
}
