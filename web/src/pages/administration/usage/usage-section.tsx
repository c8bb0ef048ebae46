import { useClient } from '@cartouche/react'
import { Group, NativeSelect, Stack, Title } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import classes from '../figures/figures.module.css'
import { ExpiringRights } from './expiring-rights.tsx'
import { ImportLogButton } from './import-log-button.tsx'
import { UnusedAssets } from './unused-assets.tsx'
import { UsageOfAsset } from './usage-of-asset.tsx'
import { UsageOverTime } from './usage-over-time.tsx'
import { UsageTops } from './usage-tops.tsx'

/** Spans that are looked back over, days; 0: all that is kept. @source decision 0170 */
const spans = [7, 30, 90, 365, 0] as const
const usualSpan = 30

/**
 * What people do with assets: what is viewed, downloaded and searched for, by whom, and when; or with the one
 * asset whose `id` is in the address.
 */
export function UsageSection() {
  const intl = useIntl()
  const client = useClient()
  const [days, setDays] = useState<number>(usualSpan)
  const id = Number(useSearch({ from: '/frame/administration' })['id'])
  return (
    <section className={classes.section} aria-labelledby="usage-title">
      <Group className={classes.head} gap="sm" justify="space-between">
        <Title order={1} fz="lg" id="usage-title">
          <FormattedMessage id="administration.section.usage" />
        </Title>
        <Group gap="sm" className={classes.tools}>
          {client.session.can('usage/import') && <ImportLogButton />}
          <NativeSelect
            aria-label={intl.formatMessage({ id: 'usage.span' })}
            value={String(days)}
            onChange={({ currentTarget }) => setDays(Number(currentTarget.value))}
            data={spans.map((span) => ({
              value: String(span),
              label: intl.formatMessage({ id: span === 0 ? 'usage.allTime' : 'usage.days' }, { days: span }),
            }))}
          />
        </Group>
      </Group>
      <Stack className={classes.body} gap="xl">
        {id > 0 ? (
          <UsageOfAsset key={id} id={id} days={days} />
        ) : (
          <>
            <UsageOverTime days={days} />
            <UsageTops days={days} />
            <ExpiringRights />
            <UnusedAssets days={days} />
          </>
        )}
      </Stack>
    </section>
  )
}
