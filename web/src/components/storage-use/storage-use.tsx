import type { StorageUse } from '@cartouche/contract'
import { Progress, Text } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { formatBytes } from '../../translations/format.ts'

/** From here on, in parts of 100, a limit is nearly reached. */
const nearPercent = 90

/** What somebody's files take of what they may, in words and as a bar; without a limit, in words. */
export function StorageUseBar({ use: { sizeBytes, files, limit } }: { readonly use: StorageUse }) {
  const intl = useIntl()
  const percent = percentOf({ sizeBytes, files, limit })
  return (
    <div>
      <Text fz="sm">
        {limit.sizeBytes === null ? (
          <FormattedMessage id="storageUse.bytes" values={{ used: formatBytes(intl, sizeBytes) }} />
        ) : (
          <FormattedMessage
            id="storageUse.bytesOf"
            values={{ used: formatBytes(intl, sizeBytes), limit: formatBytes(intl, limit.sizeBytes) }}
          />
        )}
        {' · '}
        {limit.files === null ? (
          <FormattedMessage id="storage.files" values={{ count: files }} />
        ) : (
          <FormattedMessage id="storageUse.filesOf" values={{ count: files, limit: limit.files }} />
        )}
      </Text>
      {percent !== null && (
        <Progress.Root size={8} mt={6}>
          <Progress.Section
            value={percent}
            color={percent >= 100 ? 'red' : percent >= nearPercent ? 'yellow' : undefined}
            aria-label={intl.formatMessage({ id: 'storageUse.title' })}
          />
        </Progress.Root>
      )}
    </div>
  )
}

/** The part of the nearer limit that is used, 0 to 100; null where there is none. */
export function percentOf({ sizeBytes, files, limit }: StorageUse): number | null {
  const parts = [
    limit.sizeBytes === null ? null : partOf(sizeBytes, limit.sizeBytes),
    limit.files === null ? null : partOf(files, limit.files),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : Math.min(100, Math.max(...parts))
}

const partOf = (used: number, limit: number): number => (limit === 0 ? 100 : (100 * used) / limit)
