import { calls, type ShareVisit } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Button, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import { browserName } from './browser-name.ts'
import classes from './share-dialog.module.css'

/** Who opened what of a link, newest first, page after page. */
export function ShareVisits({ cartId, shareId }: { readonly cartId: number; readonly shareId: string }) {
  const [starts, setStarts] = useState<readonly (number | undefined)[]>([undefined])
  return (
    <div className={classes.visits}>
      {starts.map((before, at) => (
        <VisitsPage
          key={before ?? 0}
          cartId={cartId}
          shareId={shareId}
          before={before}
          onMore={at === starts.length - 1 ? (next) => setStarts([...starts, next]) : undefined}
        />
      ))}
    </div>
  )
}

interface VisitsPageProps {
  readonly cartId: number
  readonly shareId: string
  readonly before: number | undefined
  readonly onMore: ((next: number) => void) | undefined
}

function VisitsPage({ cartId, shareId, before, onMore }: VisitsPageProps) {
  const intl = useIntl()
  const { data, error } = useRead(
    calls.findShareVisits,
    { id: cartId, shareId, ...(before === undefined ? {} : { before }) },
    { freshMs: 0 },
  )
  if (error !== null && data === undefined)
    return (
      <Text fz="sm" role="alert">
        {errorText(intl, error)}
      </Text>
    )
  if (data === undefined) return <Skeleton height={40} />
  if (data.visits.length === 0)
    return before === undefined ? (
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="shareDialog.visits.none" />
      </Text>
    ) : null
  const { next } = data
  return (
    <>
      <ul className={classes.links}>
        {data.visits.map((visit) => (
          <Visit key={visit.id} visit={visit} />
        ))}
      </ul>
      {next !== null && onMore && (
        <Button size="compact-sm" variant="default" mt={6} onClick={() => onMore(next)}>
          <FormattedMessage id="shareDialog.visits.more" />
        </Button>
      )}
    </>
  )
}

function Visit({ visit: { at, kind, item, visitor, address, agent } }: { readonly visit: ShareVisit }) {
  const intl = useIntl()
  return (
    <li className={classes.visit}>
      <Text fz="sm" className={classes.text}>
        <FormattedMessage
          id={`shareDialog.visit.${kind}`}
          values={{
            name:
              item === null || item.name === ''
                ? intl.formatMessage({ id: 'shareDialog.visit.unnamed' })
                : item.name,
          }}
        />
      </Text>
      <Text fz="sm" c="dimmed" title={agent}>
        {[...(visitor ? [`${visitor.name} (${visitor.email})`] : []), browserName(agent), address]
          .filter((part) => part !== '')
          .join(' · ')}
      </Text>
      <Text fz="sm" c="dimmed">
        <time dateTime={at}>{intl.formatDate(at, { dateStyle: 'short', timeStyle: 'short' })}</time>
      </Text>
    </li>
  )
}
