import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Skeleton, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { readBrowseAddress } from '../../../address/browse-address.ts'
import { assetPath } from '../../../address/browse-cursor.ts'
import { searchOfState } from '../../../address/search-of-state.ts'
import type { AddressParams } from '../../../address/search-params.ts'
import classes from '../figures/figures.module.css'
import { UnreadUsage } from './unread-usage.tsx'

/** How far ahead is looked, days with today. */
const spans = [7, 30, 90] as const
const dayMs = 86_400_000

/** How many assets have expired, and how many expire soon, by `validuntil`; each number leads to them. */
export function ExpiringRights() {
  const [now] = useState(() => Date.now())
  const dayIn = (days: number): string => new Date(now + days * dayMs).toISOString().slice(0, 10)
  return (
    <div className={classes.group}>
      <h2 className={classes.title}>
        <FormattedMessage id="usage.rights" />
      </h2>
      <dl className={classes.figures}>
        <Ending days={0} search={{ 'until.validuntil': dayIn(-1) }} />
        {spans.map((days) => (
          <Ending
            key={days}
            days={days}
            search={{ 'from.validuntil': dayIn(0), 'until.validuntil': dayIn(days - 1) }}
          />
        ))}
      </dl>
      <Text fz="sm" c="dimmed">
        <FormattedMessage id="usage.rights.note" />
      </Text>
    </div>
  )
}

/** Assets that expire within some days, with today (UTC); 0: that have expired before. */
function Ending({ days, search }: { readonly days: number; readonly search: AddressParams }) {
  const intl = useIntl()
  const what = intl.formatMessage(
    { id: days === 0 ? 'usage.rights.expired' : 'usage.rights.within' },
    { days },
  )
  const { query } = searchOfState(readBrowseAddress(search))
  const { data, error } = useRead(calls.findEntities, {
    path: assetPath,
    query: JSON.stringify(query),
    withData: false,
  })
  return (
    <div className={classes.figure}>
      <dt>{what}</dt>
      <dd className={classes.size}>
        {data ? (
          <Link
            to="/browse"
            search={search}
            className={classes.link}
            aria-label={intl.formatMessage(
              { id: 'usage.rights.link' },
              { what, count: data.response.total ?? 0 },
            )}
          >
            <FormattedNumber value={data.response.total ?? 0} />
          </Link>
        ) : error === null ? (
          <Skeleton h={28} w={48} />
        ) : (
          <UnreadUsage failure={error} />
        )}
      </dd>
    </div>
  )
}
