import { maxPictureSidePx, pictureFormats } from '@cartouche/client'
import { Checkbox, NumberInput, Select } from '@mantine/core'
import { FormattedMessage, useIntl } from 'react-intl'
import { fileTypeText } from '../asset-text/file-type.ts'
import { qualityOf, usualRatios, type PictureChoice } from './picture-choice.ts'
import classes from './picture-dialog.module.css'
import { ratioText } from '../../translations/format.ts'

export interface PictureOptionsProps {
  readonly choice: PictureChoice
  readonly onChange: (choice: PictureChoice) => void
}

/** Ratio, size, format, quality, colours and metadata of a picture. */
export function PictureOptions({ choice, onChange }: PictureOptionsProps) {
  const intl = useIntl()
  /** What a person sets by hand is no longer the preset. */
  const set = (part: Partial<PictureChoice>): void => onChange({ ...choice, preset: '', ...part })
  const ratios = [...new Set([...usualRatios, choice.ratio])].filter(
    (ratio) => ratio !== 'all' && ratio !== 'free',
  )
  return (
    <>
      <Select
        data-autofocus
        openOnFocus={false}
        label={<FormattedMessage id="pictureDialog.ratio" />}
        value={choice.ratio}
        allowDeselect={false}
        data={[
          { value: 'all', label: intl.formatMessage({ id: 'pictureDialog.ratio.all' }) },
          { value: 'free', label: intl.formatMessage({ id: 'pictureDialog.ratio.free' }) },
          ...ratios.map((ratio) => ({ value: ratio, label: ratioText(intl, ratio) })),
        ]}
        onChange={(ratio) => set({ ratio: ratio ?? 'all' })}
      />
      <div className={classes.sizes}>
        {(['width', 'height'] as const).map((side) => (
          <NumberInput
            key={side}
            label={<FormattedMessage id={`pictureDialog.${side}`} />}
            placeholder={intl.formatMessage({ id: 'pictureDialog.anySize' })}
            value={choice[side] ?? ''}
            min={1}
            max={maxPictureSidePx}
            clampBehavior="strict"
            allowDecimal={false}
            allowNegative={false}
            onChange={(value) => set({ [side]: typeof value === 'number' && value > 0 ? value : null })}
          />
        ))}
        <Select
          label={<FormattedMessage id="profiles.format" />}
          value={choice.format}
          allowDeselect={false}
          data={pictureFormats.map((value) => ({ value, label: fileTypeText(intl, `image/${value}`) }))}
          onChange={(value) => {
            const format = pictureFormats.find((one) => one === value) ?? 'jpeg'
            set({ format, quality: qualityOf(format) })
          }}
        />
        <NumberInput
          label={<FormattedMessage id="profiles.quality" />}
          value={choice.format === 'png' ? '' : choice.quality}
          disabled={choice.format === 'png'}
          min={1}
          max={100}
          clampBehavior="strict"
          allowDecimal={false}
          allowNegative={false}
          onChange={(value) => set({ quality: typeof value === 'number' && value > 0 ? value : 1 })}
        />
      </div>
      <Select
        label={<FormattedMessage id="profiles.colourSpace" />}
        value={choice.profile}
        allowDeselect={false}
        data={(['srgb', 'p3'] as const).map((value) => ({
          value,
          label: intl.formatMessage({ id: `profiles.colourSpace.${value}` }),
        }))}
        onChange={(value) => set({ profile: value === 'p3' ? 'p3' : 'srgb' })}
      />
      <Checkbox
        label={<FormattedMessage id="pictureDialog.metadata" />}
        checked={choice.withMetadata}
        onChange={(event) => set({ withMetadata: event.currentTarget.checked })}
      />
    </>
  )
}
