import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import { UnreadUsage } from './unread-usage.tsx'
import { useEntityLines } from './usage-lines.ts'
import { FigureTable } from '../figures/figure-table.tsx'

/** Assets that nobody used in the period. They are looked for when asked: of a million it takes seconds. */
export function UnusedAssets({ days }: { readonly days: number }) {
  const [isShown, setShown] = useState(false)
  return (
    <div>
      <Button variant="default" mb="md" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
        <FormattedMessage id={isShown ? 'usage.unused.hide' : 'usage.unused.show'} />
      </Button>
      {isShown && <Largest days={days} />}
    </div>
  )
}

/** The largest of them, and how many there are. */
function Largest({ days }: { readonly days: number }) {
  const intl = useIntl()
  const { data, error } = useRead(calls.listUnusedAssets, { nbrDays: days })
  const sizes = data?.list.map(({ id, sizeBytes }) => ({ key: `asset_${id}`, count: sizeBytes }))
  const lines = useEntityLines('dam/data/asset', sizes)
  if (!data) return <UnreadUsage failure={error} />
  return (
    <>
      <FigureTable
        title="usage.unused"
        column="column.name"
        counted={['usage.column.size']}
        lines={lines}
        none="usage.unused.none"
        format={(bytes) => formatBytes(intl, bytes)}
      />
      {data.total > 0 && (
        <Text fz="sm" c="dimmed" mt={4}>
          <FormattedMessage
            id="usage.unused.sum"
            values={{ count: data.total, size: formatBytes(intl, data.sizeBytes) }}
          />
        </Text>
      )}
    </>
  )
}
