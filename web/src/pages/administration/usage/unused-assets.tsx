import { calls } from '@cartouche/client'
import { useRead } from '@cartouche/react'
import { Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../../translations/format.ts'
import { UnreadUsage } from './unread-usage.tsx'
import { useEntityLines } from './usage-lines.ts'
import { UsageTable } from './usage-table.tsx'

/** Assets that nobody used in the period though they were there, the largest first. */
export function UnusedAssets({ days }: { readonly days: number }) {
  const intl = useIntl()
  const { data, error } = useRead(calls.listUnusedAssets, { nbrDays: days })
  const sizes = data?.list.map(({ id, sizeBytes }) => ({ key: `asset_${id}`, count: sizeBytes }))
  const lines = useEntityLines('dam/data/asset', sizes)
  if (!data) return <UnreadUsage failure={error} />
  return (
    <div>
      <UsageTable
        title="usage.unused"
        column="column.name"
        counted={['usage.column.size']}
        lines={lines}
        none="usage.noneUnused"
        format={(bytes) => formatBytes(intl, bytes)}
      />
      {data.total > 0 && (
        <Text fz="sm" c="dimmed" mt={4}>
          <FormattedMessage
            id="usage.unusedSum"
            values={{ count: data.total, size: formatBytes(intl, data.sizeBytes) }}
          />
        </Text>
      )}
    </div>
  )
}
