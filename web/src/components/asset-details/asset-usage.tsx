import { calls, type Asset } from '@cartouche/client'
import { useCan, useRead } from '@cartouche/react'
import { Anchor, Button, Text } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import classes from './asset-details.module.css'

/** How often an asset was viewed, downloaded, played, shared and embedded; counted when it is asked for. */
export function AssetUsage({ asset }: { readonly asset: Asset }) {
  const [isShown, setShown] = useState(false)
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.usage" />
      </h3>
      {isShown ? (
        <Counts id={asset.id} />
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          ml={-8}
          leftSection={<IconChartLine size={16} stroke={1.7} aria-hidden />}
          onClick={() => setShown(true)}
        >
          <FormattedMessage id="asset.usage.show" />
        </Button>
      )}
    </section>
  )
}

function Counts({ id }: { readonly id: number }) {
  const { data } = useRead(calls.listAssetEvents, { id })
  const mayViewUsage = useCan('usage/view')
  return (
    <>
      {data?.list.length === 0 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="asset.usage.none" />
        </Text>
      )}
      <dl className={classes.fields} aria-live="polite" aria-busy={data === undefined}>
        {(data?.list ?? []).map(({ key, caption, count }) => (
          <div key={key} className={classes.field}>
            <dt className={classes.label}>{caption}</dt>
            <dd className={classes.value}>
              <FormattedNumber value={count} />
            </dd>
          </div>
        ))}
      </dl>
      {mayViewUsage && (
        <Anchor
          fz="sm"
          renderRoot={(props) => (
            <Link to="/administration" search={{ section: 'usage', id: String(id) }} {...props} />
          )}
        >
          <FormattedMessage id="asset.usage.details" />
        </Anchor>
      )}
    </>
  )
}
