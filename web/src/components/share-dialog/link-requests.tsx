import { sharesOf, type Share } from '@cartouche/client'
import { useClient } from '@cartouche/react'
import { Button, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { takeFocusOfList } from './take-focus-of-list.ts'
import classes from './share-dialog.module.css'

interface LinkRequestsProps {
  readonly cartId: number
  readonly share: Share
  /** They were sent another link, or not. */
  readonly onAnswered: () => void
}

/** Requests for another link in the place of this one: one click makes it and sends it to all of them. */
export function LinkRequests({ cartId, share, onAnswered }: LinkRequestsProps) {
  const intl = useIntl()
  const shares = sharesOf(useClient())
  const [busy, setBusy] = useState(false)
  if (share.requests.length === 0) return null
  const answer = (work: Promise<string>): void => {
    setBusy(true)
    work
      .then(
        (message) => {
          notifications.show({ message })
          onAnswered()
        },
        (error: unknown) => notifications.show({ color: 'red', message: errorText(intl, error) }),
      )
      .finally(() => setBusy(false))
  }
  const renew = async (): Promise<string> => {
    const { sentTo = 0 } = await shares.renewShare(cartId, share.id)
    return intl.formatMessage({ id: 'shareDialog.requests.sent' }, { name: share.name, count: sentTo })
  }
  const dismiss = async (): Promise<string> => {
    await shares.dismissLinkRequests(cartId, share.id)
    return intl.formatMessage({ id: 'shareDialog.requests.dismissed' })
  }
  return (
    <div className={classes.requests}>
      <ul className={classes.links} aria-label={intl.formatMessage({ id: 'shareDialog.requests' })}>
        {share.requests.map(({ name, email, message }) => (
          <li key={email} className={classes.request}>
            <Text fz="sm">
              <FormattedMessage id="shareDialog.request" values={{ name, email }} />
            </Text>
            {message !== '' && (
              <Text fz="sm" c="dimmed" style={{ whiteSpace: 'pre-wrap' }}>
                {message}
              </Text>
            )}
          </li>
        ))}
      </ul>
      <Group gap="sm" mt={6}>
        <Button
          ref={takeFocusOfList}
          size="compact-sm"
          loading={busy}
          onClick={() => answer(renew())}
          aria-label={intl.formatMessage({ id: 'shareDialog.requests.renewNamed' }, { name: share.name })}
        >
          <FormattedMessage id="shareDialog.requests.renew" />
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          disabled={busy}
          onClick={() => answer(dismiss())}
          aria-label={intl.formatMessage({ id: 'shareDialog.requests.dismissNamed' }, { name: share.name })}
        >
          <FormattedMessage id="shareDialog.requests.dismiss" />
        </Button>
      </Group>
    </div>
  )
}
