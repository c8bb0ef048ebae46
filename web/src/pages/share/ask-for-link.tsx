import { sharesOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import classes from './share.module.css'
import { useWhoForm } from './use-who-form.ts'
import { WhoFields } from './who-fields.tsx'

/** A request for another link in the place of one that ended, with a name, an e-mail and a message. */
export function AskForLink({ shareId }: { readonly shareId: string }) {
  const [is, setIs] = useState<'offered' | 'written' | 'sent'>('offered')
  if (is === 'sent')
    return (
      <output>
        <FormattedMessage id="visit.ask.sent" />
      </output>
    )
  return is === 'written' ? (
    <AskForm shareId={shareId} onSent={() => setIs('sent')} />
  ) : (
    <Button size="md" className={classes.ask} onClick={() => setIs('written')}>
      <FormattedMessage id="visit.ask" />
    </Button>
  )
}

function AskForm({ shareId, onSent }: { readonly shareId: string; readonly onSent: () => void }) {
  const intl = useIntl()
  const shares = sharesOf(useClient())
  const [message, setMessage] = useState('')
  const { fields, failure, busy, send } = useWhoForm(async (who) => {
    await shares.askForLink(shareId, { ...who, message: message.trim() })
    onSent()
  })
  return (
    <form
      onSubmit={(event) => void send(event)}
      noValidate
      style={{ width: '100%' }}
      aria-label={intl.formatMessage({ id: 'visit.ask' })}
    >
      <Stack gap="md" ta="start">
        <Text fz="sm" c="dimmed" ta="center">
          <FormattedMessage id="visit.ask.text" />
        </Text>
        <WhoFields {...fields} />
        <Textarea
          label={<FormattedMessage id="visit.ask.message" />}
          value={message}
          maxLength={1000}
          autosize
          minRows={2}
          maxRows={6}
          onChange={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        {failure !== null && (
          <Text c="red" fz="sm" role="alert">
            {errorText(intl, failure)}
          </Text>
        )}
        <Button type="submit" size="md" loading={busy}>
          <FormattedMessage id="visit.ask" />
        </Button>
      </Stack>
    </form>
  )
}
