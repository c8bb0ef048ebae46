import { calls, type Asset } from '@cartouche/client'
import { useCan, useRead } from '@cartouche/react'
import { Anchor, Button, Skeleton, Text } from '@mantine/core'
import { IconChartLine } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { FormattedMessage, FormattedNumber, useIntl } from 'react-intl'
import { errorText } from '../../translations/error-text.ts'
import classes from './asset-details.module.css'

/** How often an asset was viewed, downloaded, played, shared and embedded; counted when it is asked for. */
export function AssetUsage({ asset }: { readonly asset: Asset }) {
  const [isShown, setShown] = useState(false)
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <FormattedMessage id="asset.usage" />
      </h3>
      <Button
        variant="subtle"
        size="compact-sm"
        ml={-8}
        mb={isShown ? 4 : 0}
        leftSection={<IconChartLine size={16} stroke={1.7} aria-hidden />}
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        <FormattedMessage id={isShown ? 'asset.usage.hide' : 'asset.usage.show'} />
      </Button>
      {isShown && <Counts id={asset.id} />}
    </section>
  )
}

function Counts({ id }: { readonly id: number }) {
  const intl = useIntl()
  const { data, error } = useRead(calls.listAssetEvents, { id })
  const mayViewUsage = useCan('usage/view')
  if (!data)
    return error === null ? (
      <Skeleton h={14} my={6} w="60%" />
    ) : (
      <Text fz="sm" role="alert">
        {errorText(intl, error)}
      </Text>
    )
  return (
    <>
      {data.list.length === 0 && (
        <Text fz="sm" c="dimmed">
          <FormattedMessage id="asset.usage.none" />
        </Text>
      )}
      <dl className={classes.fields}>
        {data.list.map(({ key, caption, count }) => (
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
