import { cropRatio } from '@cartouche/client'
import { TextInput } from '@mantine/core'
import { FormattedMessage } from 'react-intl'

/** Whether pictures can be cropped to this; null: not at all. */
export function isCropRatio(value: string | null): boolean {
  return value === null || cropRatio(value) !== undefined
}

/** A ratio that pictures are cropped to, as `16:9`; null: the whole picture. */
export function CropRatioInput({
  value,
  onChange,
}: {
  readonly value: string | null
  readonly onChange: (value: string | null) => void
}) {
  return (
    <TextInput
      label={<FormattedMessage id="presets.crop" />}
      description={<FormattedMessage id="presets.crop.hint" />}
      value={value ?? ''}
      maxLength={30}
      error={!isCropRatio(value) && <FormattedMessage id="presets.crop.invalid" />}
      onChange={(event) => {
        const crop = event.currentTarget.value.trim()
        onChange(crop === '' ? null : crop)
      }}
    />
  )
}
