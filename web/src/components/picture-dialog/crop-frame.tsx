import type { Asset } from '@cartouche/contract'
import { useClient } from '@cartouche/react'
import { useIntl } from 'react-intl'
import { ReactCrop, type PercentCrop } from 'react-image-crop'
import 'react-image-crop/dist/ReactCrop.css'
import { pictureUrl } from '../asset-picture/picture-address.ts'
import classes from './picture-dialog.module.css'

interface CropFrameProps {
  readonly asset: Asset
  /** Undefined: all of the picture. */
  readonly crop: PercentCrop | undefined
  /** Width : height; undefined: any. */
  readonly aspect: number | undefined
  readonly onChange: (crop: PercentCrop) => void
}

/** The smallest part that can be dragged, px on the screen. */
const leastPx = 12

/**
 * A picture with a frame: dragged by mouse and finger; by arrow keys, on the frame and each of its handles.
 */
export function CropFrame({ asset, crop, aspect, onChange }: CropFrameProps) {
  const intl = useIntl()
  const client = useClient()
  const label = (handle: string) => intl.formatMessage({ id: 'pictureDialog.handle' }, { handle })
  return (
    <div className={classes.ground}>
      <ReactCrop
        className={classes.crop}
        crop={crop}
        {...(aspect === undefined ? {} : { aspect })}
        minWidth={leastPx}
        minHeight={leastPx}
        keepSelection
        ruleOfThirds
        onChange={(_pixels, percent) => {
          if (percent.width > 0 && percent.height > 0) onChange(percent)
        }}
        ariaLabels={{
          cropArea: intl.formatMessage({ id: 'pictureDialog.area' }),
          nwDragHandle: label('nw'),
          nDragHandle: label('n'),
          neDragHandle: label('ne'),
          eDragHandle: label('e'),
          seDragHandle: label('se'),
          sDragHandle: label('s'),
          swDragHandle: label('sw'),
          wDragHandle: label('w'),
        }}
      >
        <img className={classes.picture} src={pictureUrl(client, asset, 'preview')} alt={asset.name} />
      </ReactCrop>
    </div>
  )
}
