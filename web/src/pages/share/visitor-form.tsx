import { visitorsOf } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Stack, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { useWhoForm } from './use-who-form.ts'
import { WhoFields } from './who-fields.tsx'

interface VisitorFormProps {
  readonly shareId: string
  /** What they are asked for: comments, or files. */
  readonly about: 'visit.who' | 'visit.send.who'
  readonly onKnown?: () => void
}

/** Asks a visitor who they are. */
export function VisitorForm({ shareId, about, onKnown }: VisitorFormProps) {
  const intl = useIntl()
  const visitors = visitorsOf(useClient())
  const { fields, failure, busy, send } = useWhoForm(async (who) => {
    await visitors.introduce(shareId, who)
    onKnown?.()
  })
  return (
    <form
      onSubmit={(event) => void send(event)}
      noValidate
      aria-label={intl.formatMessage({ id: `${about}.title` })}
    >
      <Stack gap="md">
        <Text fw={600} fz="sm">
          <FormattedMessage id={`${about}.title`} />
        </Text>
        <WhoFields {...fields} />
        <Text fz="xs" c="dimmed">
          <FormattedMessage id={`${about}.text`} />
        </Text>
        {failure !== null && (
          <Text c="red" fz="xs" role="alert">
            {errorText(intl, failure)}
          </Text>
        )}
        <Button type="submit" loading={busy} style={{ alignSelf: 'flex-end' }}>
          <FormattedMessage id="visit.who.continue" />
        </Button>
      </Stack>
    </form>
  )
}
