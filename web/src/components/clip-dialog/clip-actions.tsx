import type { Asset } from '@cartouche/contract'
import { Button } from '@mantine/core'
import { IconCut } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import type { ListedFile } from './clip-choice.ts'

const ClipDialog = lazy(async () => ({
  default: (await loadPart(() => import('./clip-dialog.tsx'))).ClipDialog,
}))

/** Cutting a part out of a film, for whoever may download it. */
export function ClipActions({
  asset,
  files,
}: {
  readonly asset: Asset
  readonly files: readonly ListedFile[]
}) {
  const [isOpened, setOpened] = useState(false)
  if (natureOf(asset) !== 'VIDEO' || asset.$rights?.download !== true) return null
  return (
    <>
      <Button
        size="compact-md"
        variant="default"
        mt={8}
        leftSection={<IconCut size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <FormattedMessage id="clipDialog.open" />
      </Button>
      <Suspense>
        {isOpened && <ClipDialog asset={asset} files={files} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
