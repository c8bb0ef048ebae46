import type { Asset } from '@cartouche/client'
import { Button } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'

const HistoryDialog = lazy(async () => ({
  default: (await loadPart(() => import('./history-dialog.tsx'))).HistoryDialog,
}))

/** Opens the changes of an asset's fields, for whoever may edit it. */
export function HistoryButton({ asset }: { readonly asset: Asset }) {
  const [opened, setOpened] = useState(false)
  if (!asset.$rights?.update) return null
  return (
    <div>
      <Button
        size="compact-md"
        variant="default"
        my={8}
        leftSection={<IconHistory size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <FormattedMessage id="history.open" />
      </Button>
      {opened && (
        <Suspense>
          <HistoryDialog asset={asset} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </div>
  )
}
