import type { Asset } from '@cartouche/contract'
import { calls } from '@cartouche/client'
import { useCan, useClient, useRead } from '@cartouche/react'
import { Alert, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { PercentCrop } from 'react-image-crop'
import { errorText } from '../../translations/error-text.ts'
import { BytesText } from '../asset-text/asset-text.tsx'
import { DialogFoot } from '../dialog-foot/dialog-foot.tsx'
import { useReturnFocus } from '../return-focus/use-return-focus.ts'
import { CropFrame } from './crop-frame.tsx'
import { PictureAddress } from './picture-address-field.tsx'
import {
  aspectOf,
  cropAround,
  firstChoice,
  sizeOfChoice,
  toParameters,
  type PictureChoice,
} from './picture-choice.ts'
import { PictureOptions } from './picture-options.tsx'
import { PicturePresets } from './picture-presets.tsx'
import { useMadePicture, type MadePicture } from './use-made-picture.ts'
import classes from './picture-dialog.module.css'

interface PictureDialogProps {
  readonly asset: Asset
  /** Of the original, as displayed. */
  readonly size: { readonly width: number; readonly height: number }
  readonly onClose: () => void
}

/** Crops and resizes a picture, shows its size in pixels and bytes, and downloads it or gives its address. */
export function PictureDialog({ asset, size, onClose }: PictureDialogProps) {
  useReturnFocus()
  const client = useClient()
  const mayEmbed = useCan('asset/embed')
  const reference = { object: 'asset', id: String(asset.id) }
  const { data: focus } = useRead(calls.getFocalPoint, reference)
  const [choice, setChoice] = useState<PictureChoice>(firstChoice)
  const [crop, setCrop] = useState<PercentCrop>()
  const parameters = toParameters(choice, crop)
  const made = useMadePicture(asset, parameters)
  const change = (next: PictureChoice): void => {
    const aspect = aspectOf(next)
    if (next.ratio !== choice.ratio) {
      if (aspect !== undefined) setCrop(cropAround(aspect, size, focus?.focalPoint ?? { x: 0.5, y: 0.5 }))
      else if (next.ratio === 'all') setCrop(undefined)
      else setCrop((now) => now ?? { unit: '%', x: 10, y: 10, width: 80, height: 80 })
    }
    setChoice(next)
  }
  const drag = (next: PercentCrop): void => {
    setCrop(next)
    if (choice.ratio === 'all') setChoice({ ...choice, preset: '', ratio: 'free' })
  }
  return (
    <Modal opened onClose={onClose} size={980} title={<FormattedMessage id="pictureDialog.title" />}>
      <PicturePresets choice={choice} onChange={change} />
      <div className={classes.columns}>
        <CropFrame asset={asset} crop={crop} aspect={aspectOf(choice)} onChange={drag} />
        <Stack gap="sm">
          <PictureOptions choice={choice} onChange={change} />
          <Outcome made={made} size={sizeOfChoice(choice, crop, size)} />
          {mayEmbed && <PictureAddress asset={asset} parameters={parameters} />}
        </Stack>
      </div>
      <DialogFoot>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            <FormattedMessage id="action.close" />
          </Button>
          <Button
            component="a"
            href={client.urlOf(calls.getPicture, { ...reference, ...parameters, download: true })}
            download
            leftSection={<IconDownload size={16} stroke={1.8} aria-hidden />}
          >
            <FormattedMessage id="action.download" />
          </Button>
        </Group>
      </DialogFoot>
    </Modal>
  )
}

function Outcome({
  made: { sizeBytes, error },
  size: { width, height },
}: {
  readonly made: MadePicture
  readonly size: { readonly width: number; readonly height: number }
}) {
  const intl = useIntl()
  return (
    <div className={classes.facts} aria-live="polite">
      <Text fz="sm">
        <FormattedMessage id="pictureDialog.pixels" values={{ width, height }} />
      </Text>
      {error === null ? (
        <Text fz="sm" c="dimmed">
          {sizeBytes === undefined ? (
            <FormattedMessage id="pictureDialog.making" />
          ) : (
            <BytesText sizeBytes={sizeBytes} />
          )}
        </Text>
      ) : (
        <Alert color="red" role="alert" mt={6}>
          {errorText(intl, error)}
        </Alert>
      )}
    </div>
  )
}
