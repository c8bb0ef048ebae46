import type { Asset } from '@cartouche/contract'
import { Button, type ButtonProps } from '@mantine/core'
import { IconCut } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import type { ListedFile } from './clip-choice.ts'

const ClipDialog = lazy(async () => ({
  default: (await loadPart(() => import('./clip-dialog.tsx'))).ClipDialog,
}))

interface ClipButtonProps extends Pick<ButtonProps, 'size' | 'mt'> {
  readonly asset: Asset
  readonly files: readonly ListedFile[]
  /** Of a visitor's share. */
  readonly ticket?: string | undefined
}

/** Cutting a part out of a film, for those who may download it. */
export function ClipActions({ asset, files }: Pick<ClipButtonProps, 'asset' | 'files'>) {
  if (natureOf(asset) !== 'VIDEO' || asset.$rights?.download !== true) return null
  return <ClipButton asset={asset} files={files} size="compact-md" mt={8} />
}

/** Opens the dialog that cuts a part out of a film. */
export function ClipButton({ asset, files, ticket, ...look }: ClipButtonProps) {
  const [isOpened, setOpened] = useState(false)
  return (
    <>
      <Button
        {...look}
        variant="default"
        leftSection={<IconCut size={16} stroke={1.7} aria-hidden />}
        onClick={() => setOpened(true)}
      >
        <FormattedMessage id="clipDialog.open" />
      </Button>
      <Suspense>
        {isOpened && (
          <ClipDialog asset={asset} files={files} ticket={ticket} onClose={() => setOpened(false)} />
        )}
      </Suspense>
    </>
  )
}
