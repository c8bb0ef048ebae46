import { sharesOf, type Share } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Alert, Button, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useState, type FormEvent, type ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { DialogFoot } from '../dialog-foot/dialog-foot.tsx'
import { errorText } from '../../translations/error-text.ts'
import type { TextId } from '../../translations/texts.ts'
import { LinkGives, LinkLimits } from './link-limits.tsx'
import { LinkPassword } from './link-password.tsx'
import { LinkRecipients } from './link-recipients.tsx'
import { draftOfForm, expiryOf, newShareForm } from './share-draft.ts'

/** Makes a link by what makes it of a cart, whichever that is; `title`: as visitors see it. */
export type SendShare = (make: (cartId: number) => Promise<Share>, title: string) => Promise<Share>

interface NewLinkFormProps {
  /** The title for visitors, to begin with. */
  readonly name: string
  /** What is shared, and with whom. */
  readonly intro: TextId
  readonly send: SendShare
  /** Everything but what the link allows and until when is folded. */
  readonly isShort?: boolean
  /** Whether the focus begins here. Default: true. */
  readonly isFocused?: boolean
  /** What is asked first: what the link is of. */
  readonly children?: ReactNode
  readonly onCreated: (share: Share) => void
}

/** Asks what a new link says and allows, and who is sent it, and makes it. */
export function NewLinkForm({
  name,
  intro,
  send,
  isShort = false,
  isFocused = true,
  children,
  onCreated,
}: NewLinkFormProps) {
  const intl = useIntl()
  const shares = sharesOf(useClient())
  const [form, setForm] = useState(() => newShareForm(name))
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
        await send(
          (cartId) =>
            form.mode === 'zip'
              ? shares.shareZip(cartId, { ...draft, profile: form.profile })
              : shares.shareCart(cartId, draft),
          form.name.trim(),
        ),
      )
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  const [isMore, setMore] = useState(false)
  const More = isMore ? IconChevronUp : IconChevronDown
  const limits = (
    <>
      <LinkGives form={form} onChange={change} />
      <LinkLimits form={form} onChange={change} isDayWrong={isDayWrong} />
    </>
  )
  const isSent = form.people.length + form.emails.length > 0
  return (
    <form onSubmit={(event) => void create(event)}>
      <Stack gap="md">
        <Text fz="sm" c="dimmed">
          <FormattedMessage id={intro} />
        </Text>
        {children}
        <TextInput
          label={<FormattedMessage id="shareDialog.name" />}
          value={form.name}
          maxLength={500}
          data-autofocus={(isFocused && !isShort) || undefined}
          onChange={(event) => change({ name: event.currentTarget.value })}
        />
        {isShort && limits}
        {isShort && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            w="fit-content"
            ml={-8}
            aria-expanded={isMore}
            rightSection={<More size={14} stroke={1.7} aria-hidden />}
            onClick={() => setMore(!isMore)}
          >
            <FormattedMessage id="shareDialog.more" />
          </Button>
        )}
        {(isMore || !isShort) && (
          <>
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
            {!isShort && limits}
            <LinkPassword form={form} onChange={change} />
          </>
        )}
        {failure === null ? null : (
          <Alert color="red" role="alert">
            {errorText(intl, failure)}
          </Alert>
        )}
        <DialogFoot>
          <Button type="submit" loading={busy} data-autofocus={isShort || undefined}>
            <FormattedMessage id={isSent ? 'shareDialog.createAndSend' : 'shareDialog.create'} />
          </Button>
        </DialogFoot>
      </Stack>
    </form>
  )
}
