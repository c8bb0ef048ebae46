import { calls, readsOf } from '@cartouche/client'
import { useClient, useRead } from '@cartouche/react'
import { Skeleton, Text } from '@mantine/core'
import { FormattedMessage } from 'react-intl'
import { ErrorViewOf } from '../../components/error-view/error-view.tsx'
import { StorageUseBar } from '../../components/storage-use/storage-use.tsx'
import { Section } from './section.tsx'

/** How much the own files take, and how much they may. */
export function StorageSection() {
  const reads = readsOf(useClient())
  const { data, error } = useRead(calls.getStorageUse, {}, { freshMs: 0 })
  return (
    <Section title="storageUse.title" text="storageUse.text">
      {data !== undefined ? (
        <>
          <StorageUseBar use={data} />
          {data.limit.sizeBytes === null && data.limit.files === null && (
            <Text fz="sm" c="dimmed">
              <FormattedMessage id="storageUse.noLimit" />
            </Text>
          )}
        </>
      ) : error === null ? (
        <Skeleton h={32} />
      ) : (
        <ErrorViewOf error={error} onRetry={() => reads.invalidate(calls.getStorageUse)} />
      )}
    </Section>
  )
}
