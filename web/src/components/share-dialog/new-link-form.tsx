import { sharesOf, type Cart, type Share } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState, type FormEvent } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { LinkGives, LinkLimits } from './link-limits.tsx'
import { LinkPassword } from './link-password.tsx'
import { LinkRecipients } from './link-recipients.tsx'
import { draftOfForm, expiryOf, newShareForm } from './share-draft.ts'

/** Asks what a new link says and allows, and who is sent it, and makes it. */
export function NewLinkForm({
  cart,
  onCreated,
}: {
  readonly cart: Cart
  readonly onCreated: (share: Share) => void
}) {
  const intl = useIntl()
  const shares = sharesOf(useClient())
  const [form, setForm] = useState(() => newShareForm(cart.name))
  const [failure, setFailure] = useState<unknown>(null)
  const [isDayWrong, setDayWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  const change = (part: Partial<typeof form>): void => setForm((now) => ({ ...now, ...part }))
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const expires = expiryOf(form, Date.now())
    setDayWrong(expires === null)
    if (expires === null) return
    setBusy(true)
    setFailure(null)
    try {
      const draft = draftOfForm(form, expires)
      onCreated(
        await (form.mode === 'zip'
          ? shares.shareZip(cart.id, { ...draft, profile: form.profile })
          : shares.shareCart(cart.id, draft)),
      )
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const isSent = form.people.length + form.emails.length > 0
  return (
    <form onSubmit={(event) => void create(event)}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          <FormattedMessage id={cart.total === 0 ? 'shareDialog.empty' : 'shareDialog.intro'} />
        </Text>
        <TextInput
          label={<FormattedMessage id="shareDialog.name" />}
          value={form.name}
          maxLength={500}
          data-autofocus
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        <Textarea
          label={<FormattedMessage id="shareDialog.description" />}
          value={form.description}
          autosize
          minRows={2}
          maxRows={6}
          maxLength={10_000}
          onChange={(event) => change({ description: event.currentTarget.value })}
        />
        <LinkRecipients form={form} onChange={change} />
        <LinkGives form={form} onChange={change} />
        <LinkLimits form={form} onChange={change} isDayWrong={isDayWrong} />
        <LinkPassword form={form} onChange={change} />
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <Button type="submit" loading={busy}>
          <FormattedMessage id={isSent ? 'shareDialog.createAndSend' : 'shareDialog.create'} />
        </Button>
      </Stack>
    </form>
  )
}
