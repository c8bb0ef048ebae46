import type { Asset } from '@cartouche/contract'
import { Button, Group } from '@mantine/core'
import { IconCrop, IconFocusCentered } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { loadPart } from '../../connection/load-part.ts'
import { natureOf } from '../asset-text/nature-of.ts'
import { originalSizeOf } from './original-size.ts'

const PictureDialog = lazy(async () => ({
  default: (await loadPart(() => import('./picture-dialog.tsx'))).PictureDialog,
}))
const FocalPointDialog = lazy(async () => ({
  default: (await loadPart(() => import('./focal-point-dialog.tsx'))).FocalPointDialog,
}))

interface PictureActionsProps {
  readonly asset: Asset
  readonly files: Parameters<typeof originalSizeOf>[0]
}

/** What can be made of the picture of an asset, by whoever may download it, and around what it is cropped. */
export function PictureActions({ asset, files }: PictureActionsProps) {
  const [opened, setOpened] = useState<'picture' | 'focalPoint' | null>(null)
  const size = originalSizeOf(files)
  const close = (): void => setOpened(null)
  if (natureOf(asset) !== 'IMAGE' || size === undefined) return null
  return (
    <Group gap="sm" mt={8}>
      {(asset.$rights?.download ?? false) && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconCrop size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpened('picture')}
        >
          <FormattedMessage id="pictureDialog.open" />
        </Button>
      )}
      {(asset.$rights?.update ?? false) && (
        <Button
          size="compact-md"
          variant="default"
          leftSection={<IconFocusCentered size={16} stroke={1.7} aria-hidden />}
          onClick={() => setOpened('focalPoint')}
        >
          <FormattedMessage id="focalPoint.open" />
        </Button>
      )}
      <Suspense>
        {opened === 'picture' && <PictureDialog asset={asset} size={size} onClose={close} />}
        {opened === 'focalPoint' && <FocalPointDialog asset={asset} onClose={close} />}
      </Suspense>
    </Group>
  )
}
